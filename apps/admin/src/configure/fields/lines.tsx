import { useState } from 'preact/hooks'
import { useAdmin } from '../../app/context.ts'
import { isSame, type SettingName } from '../settings.ts'
import { Setting } from './setting.tsx'
import { useSetting } from './use-setting.ts'

/** The texts of a field, one in each line. Empty lines, and a text that is there already, are left out. */
const linesOf = (text: string): readonly string[] => [
  ...new Set(
    text
      .split('\n')
      .map(line => line.trim())
      .filter(Boolean),
  ),
]

/** A setting that is a list of texts, one in each line. */
export function Lines({ name, rows = 8 }: { readonly name: SettingName; readonly rows?: number }) {
  const { texts } = useAdmin()
  const setting = useSetting(name)
  const list = (setting.value ?? []) as readonly string[]
  const [typed, setTyped] = useState('')
  // What is typed has empty lines, until the list is another one.
  const text = isSame(linesOf(typed), list) ? typed : list.join('\n')
  return (
    <Setting setting={setting}>
      <textarea
        {...setting.field}
        rows={rows}
        dir="auto"
        spellcheck={false}
        value={text}
        onInput={event => {
          setTyped(event.currentTarget.value)
          setting.change(linesOf(event.currentTarget.value))
        }}
      />
      <p class="hint">{texts.counted('lines', list.length)}</p>
    </Setting>
  )
}

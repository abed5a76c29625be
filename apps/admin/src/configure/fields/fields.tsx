import { useAdmin } from '../../app/context.ts'
import type { SettingName } from '../settings.ts'
import { Setting } from './setting.tsx'
import { useSetting } from './use-setting.ts'

interface FieldProps {
  readonly name: SettingName
}

/** A setting that is on or off. */
export function Switch({
  name,
  on = true,
  off = false,
}: FieldProps & { readonly on?: unknown; readonly off?: unknown }) {
  const setting = useSetting(name)
  return (
    <Setting setting={setting} inline>
      <input
        type="checkbox"
        {...setting.field}
        checked={setting.value === on}
        onChange={event => setting.change(event.currentTarget.checked ? on : off)}
      />
    </Setting>
  )
}

interface LineProps extends FieldProps {
  readonly type?: 'text' | 'email' | 'url'
  readonly autoComplete?: string
}

/** A setting that is a line of text. */
export function Line({ name, type = 'text', autoComplete = 'off' }: LineProps) {
  const setting = useSetting(name)
  return (
    <Setting setting={setting}>
      <input
        // The types of attributes differ by the type of the field.
        type={type as 'text'}
        {...setting.field}
        autoComplete={autoComplete}
        dir={type === 'text' ? 'auto' : 'ltr'}
        value={String(setting.value ?? '')}
        onInput={event => setting.change(event.currentTarget.value)}
      />
    </Setting>
  )
}

/** A setting that is a text in Markdown. */
export function Markdown({ name }: FieldProps) {
  const { texts } = useAdmin()
  return <Text name={name} about={texts.text('inMarkdown')} />
}

interface TextProps extends FieldProps {
  readonly about?: string
  /** The text that applies while the setting is empty. */
  readonly byDefault?: string
}

/** A setting that is a text of several lines. */
export function Text({ name, about, byDefault }: TextProps) {
  const setting = useSetting(name)
  return (
    <Setting setting={about ? { ...setting, label: `${setting.label} (${about})` } : setting}>
      <textarea
        {...setting.field}
        rows={4}
        dir="auto"
        placeholder={byDefault}
        value={String(setting.value ?? '')}
        onInput={event => setting.change(event.currentTarget.value)}
      />
    </Setting>
  )
}

/** A setting that is a whole number. */
export function Whole({ name, least, most }: FieldProps & { readonly least: number; readonly most: number }) {
  const setting = useSetting(name)
  return (
    <Setting setting={setting}>
      <input
        type="number"
        {...setting.field}
        min={least}
        max={most}
        value={setting.value === null ? '' : String(setting.value)}
        onInput={event => {
          const { value, valueAsNumber } = event.currentTarget
          setting.change(value === '' ? null : valueAsNumber)
        }}
      />
    </Setting>
  )
}

interface ChoiceProps extends FieldProps {
  readonly choices: readonly (readonly [value: string, label: string])[]
}

/** A setting that is one of a few words. */
export function Choice({ name, choices }: ChoiceProps) {
  const setting = useSetting(name)
  const value = choices.some(([choice]) => choice === setting.value) ? String(setting.value) : choices[0]?.[0]
  return (
    <Setting setting={setting}>
      <select {...setting.field} value={value} onChange={event => setting.change(event.currentTarget.value)}>
        {choices.map(([choice, label]) => (
          <option key={choice} value={choice}>
            {label}
          </option>
        ))}
      </select>
    </Setting>
  )
}

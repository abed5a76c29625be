import { useState } from 'preact/hooks'
import { Dialog } from '../kit/dialog.tsx'
import type { AdminTextName } from '../texts/en.ts'
import { useAdmin } from './context.ts'
import { DEFAULT_KEYS, type KeyAction } from './keys.ts'
import { keyOf } from './use-keys.ts'

const NAMES: Readonly<Record<KeyAction, AdminTextName>> = {
  next: 'keyNext',
  previous: 'keyPrevious',
  approve: 'approve',
  reject: 'reject',
  undo: 'undo',
  nextQueue: 'keyNextQueue',
  single: 'keySingle',
  search: 'findDiscussion',
  searchComments: 'findComments',
  help: 'keys',
  leave: 'keyLeave',
}

/** Lists what keys do. Each can be changed, and letters can be switched off. */
export function KeysDialog({ onClose }: { onClose(): void }) {
  const { keys, texts } = useAdmin()
  const { letters, keys: chosen } = keys.choice.value
  const [asked, ask] = useState<KeyAction | null>(null)
  const take = (event: KeyboardEvent, action: KeyAction) => {
    if (event.key === 'Tab' || /^(?:Shift|Control|Alt|Meta)$/.test(event.key)) return
    event.preventDefault()
    event.stopPropagation()
    ask(null)
    if (event.key === 'Escape') return
    const key = keyOf(event)
    // Two actions by one key would leave one of them without a key, so they change places.
    const other = (Object.keys(chosen) as KeyAction[]).find(each => chosen[each] === key)
    keys.choose({ letters, keys: { ...chosen, ...(other ? { [other]: chosen[action] } : {}), [action]: key } })
  }
  return (
    <Dialog title={texts.text('keys')} onClose={onClose}>
      <label class="choice">
        <input
          type="checkbox"
          checked={letters}
          onChange={event => keys.choose({ letters: event.currentTarget.checked, keys: chosen })}
        />{' '}
        {texts.text('keysOfLetters')}
      </label>
      <table class="keys">
        <tbody>
          {(Object.keys(NAMES) as KeyAction[]).map(action => (
            <tr key={action}>
              <th scope="row">{texts.text(NAMES[action])}</th>
              <td>
                {action === 'leave' ? (
                  <kbd>Esc</kbd>
                ) : (
                  <button
                    type="button"
                    class="button"
                    aria-label={texts.text('changeKey', { key: chosen[action], action: texts.text(NAMES[action]) })}
                    onClick={() => ask(action)}
                    onKeyDown={event => asked === action && take(event, action)}
                    onBlur={() => ask(null)}
                  >
                    {asked === action ? texts.text('pressKey') : <kbd>{shown(chosen[action])}</kbd>}
                  </button>
                )}
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row">{texts.text('keyDigits')}</th>
            <td>
              <kbd>1</kbd> … <kbd>9</kbd>
            </td>
          </tr>
        </tbody>
      </table>
      <footer class="dialog-foot">
        <button type="button" class="button" onClick={() => keys.choose({ letters: true, keys: DEFAULT_KEYS })}>
          {texts.text('firstKeys')}
        </button>
      </footer>
    </Dialog>
  )
}

const shown = (key: string) => key.replace('ctrl+', 'Ctrl + ')

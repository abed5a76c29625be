import { useText } from '@platform/client-sdk'
import { useState } from 'preact/hooks'
import type { Command, CommandState } from './commands.ts'

/** Each button with its drawing, in a square of 24; without one it shows its name. */
const BUTTONS: readonly (readonly [Command, string?])[] = [
  ['bold', 'M7 5h6a3.5 3.5 0 0 1 0 7H7zm0 7h7a3.5 3.5 0 0 1 0 7H7z'],
  ['italic', 'M10 5h8M6 19h8M14.5 5l-5 14'],
  ['quote', 'M4 7h6v5c0 3-2 4-4 5M14 7h6v5c0 3-2 4-4 5'],
  ['list', 'M9 6h11M9 12h11M9 18h11M4 6h.1M4 12h.1M4 18h.1'],
  ['undo', 'M9 14 4 9l5-5M4 9h9a5.5 5.5 0 0 1 0 11h-3'],
  ['redo', 'm15 14 5-5-5-5m5 5h-9a5.5 5.5 0 0 0 0 11h3'],
  ['preview'],
]

interface ToolbarProps extends CommandState {
  /** The id of the field that it belongs to. */
  readonly field: string
  run(command: Command): void
  onFocus(): void
  /** Moves the focus among the buttons. */
  readonly onKeyDown: ((event: KeyboardEvent) => void) | undefined
}

/** The buttons above the field. Tab reaches one of them, and arrow keys the others. */
export function Toolbar({ field, on, off, run, onFocus, onKeyDown }: ToolbarProps) {
  const text = useText()
  const [at, setAt] = useState<Command>('bold')
  return (
    <div
      class="rich-tools needs-script"
      role="toolbar"
      aria-label={text('tools')}
      aria-controls={field}
      onFocusIn={onFocus}
      onKeyDown={onKeyDown}
    >
      {BUTTONS.map(([command, path]) => (
        <button
          type="button"
          class={`rich-tool ${command}`}
          tabIndex={command === at ? 0 : -1}
          title={path && text(command)}
          aria-label={path && text(command)}
          aria-pressed={/do$/.test(command) ? undefined : on.includes(command)}
          aria-disabled={off.includes(command)}
          onFocus={() => setAt(command)}
          // The field keeps the focus and what is selected in it.
          onMouseDown={event => event.preventDefault()}
          onClick={() => off.includes(command) || run(command)}
        >
          {path ? (
            <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
              <path d={path} />
            </svg>
          ) : (
            text(command)
          )}
        </button>
      ))}
    </div>
  )
}

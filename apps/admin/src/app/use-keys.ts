import { useEffect, useRef } from 'preact/hooks'
import { useAdmin } from './context.ts'
import type { KeyAction } from './keys.ts'

/** The name of what was pressed: `j`, `?`, `ctrl+f`. Shift counts only by the character that it makes. */
export function keyOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string {
  const before = [ctrlKey && 'ctrl', altKey && 'alt', metaKey && 'meta'].filter(Boolean)
  return [...before, key.length === 1 ? key.toLowerCase() : key].join('+')
}

/** What a view does on keys. A number is called with that number. */
export type KeyHandlers = { readonly [Action in KeyAction]?: () => void } & { readonly digit?: (digit: number) => void }

/** Answers keys while the view is shown, except where the user types, and while a dialog is open. */
export function useKeys(handlers: KeyHandlers): void {
  const { keys } = useAdmin()
  const current = useRef(handlers)
  current.current = handlers
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isTyping(event.target) || document.querySelector('dialog[open]')) return
      const pressed = keyOf(event)
      const { letters, keys: chosen } = keys.choice.value
      if (!letters && [...pressed].length === 1) return
      const [action] = (Object.entries(chosen) as [KeyAction, string][]).find(([, key]) => key === pressed) ?? []
      const { digit } = current.current
      const isDigit = digit !== undefined && /^[1-9]$/.test(pressed)
      const handle = action ? current.current[action] : isDigit ? () => digit(Number(pressed)) : undefined
      if (!handle) return
      event.preventDefault()
      handle()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

/** Whether keys write into an element. A dialog that was closed has the focus for a moment longer than it is seen. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || !target.checkVisibility()) return false
  return target.isContentEditable || /^(?:TEXTAREA|SELECT)$/.test(target.tagName) || isTextField(target)
}

const isTextField = (target: HTMLElement) =>
  target instanceof HTMLInputElement && !/^(?:checkbox|radio|button|submit)$/.test(target.type)

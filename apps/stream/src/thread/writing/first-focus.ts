import { useEffect } from 'preact/hooks'
import { useStream } from '../context.ts'

/** Moves the focus into a form that the reader has opened. A form that the page begins with leaves it where it is. */
export function useFirstFocus(field: { readonly current: HTMLElement | null }): void {
  const { alive } = useStream()
  // The effect runs later, when every form is alive.
  const isOpenedByReader = alive.peek()
  useEffect(() => {
    if (isOpenedByReader) field.current?.focus()
  }, [])
}

import type { Stream } from './context.ts'

/** Whether comments can be written here: not in a closed discussion, and not while commenting is switched off. */
export function isOpen({ thread }: Stream): boolean {
  return !thread.closed.value && !thread.disabled.value
}

import type { MessageListener } from './kvstore.ts'

/**
 * Calls each listener with a message. An error of a listener is reported, also a later one, and stops no other
 * listener.
 */
export function deliver(listeners: Iterable<MessageListener>, message: string, report: (error: unknown) => void): void {
  for (const listener of [...listeners]) {
    // A listener may be an async function although its type returns nothing.
    new Promise<unknown>(resolve => resolve(listener(message))).catch(report)
  }
}

export function warnOfListener(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error))
}

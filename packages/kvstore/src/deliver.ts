import type { MessageListener } from './kvstore.ts'

/** Hands a message to each listener; whatever one throws, even later, is reported and does not reach the others. */
export function deliver(listeners: Iterable<MessageListener>, message: string, report: (error: unknown) => void): void {
  for (const listener of [...listeners]) {
    // A listener typed to return nothing may still be an async function.
    new Promise<unknown>(resolve => resolve(listener(message))).catch(report)
  }
}

export function warnOfListener(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error))
}

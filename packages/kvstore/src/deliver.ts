import type { MessageListener } from './kvstore.ts'

/** Gives a message to each listener. An error of one listener, even a later one, is reported and hurts no other. */
export function deliver(listeners: Iterable<MessageListener>, message: string, report: (error: unknown) => void): void {
  for (const listener of [...listeners]) {
    // A listener typed to return nothing may still be an async function.
    new Promise<unknown>(resolve => resolve(listener(message))).catch(report)
  }
}

export function warnOfListener(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error))
}

import { deliver } from '../deliver.ts'
import type { MessageListener } from '../kvstore.ts'

/** Publish and subscribe within one process: a message arrives after `publish` has returned, in order. */
export class Channels {
  readonly #listeners = new Map<string, Set<MessageListener>>()
  readonly #report: (error: unknown) => void

  constructor(report: (error: unknown) => void) {
    this.#report = report
  }

  publish(channel: string, message: string): void {
    if (!this.#listeners.has(channel)) return
    // Immediates run in the order they were made, which is the order of messages.
    setImmediate(() => deliver(this.#listeners.get(channel) ?? [], message, this.#report))
  }

  subscribe(channel: string, listener: MessageListener): () => void {
    const listeners = this.#listeners.get(channel) ?? new Set()
    this.#listeners.set(channel, listeners)
    // Each call makes its own subscription, also when two calls pass the same function.
    const own: MessageListener = message => listener(message)
    listeners.add(own)
    return () => {
      listeners.delete(own)
      if (listeners.size === 0 && this.#listeners.get(channel) === listeners) this.#listeners.delete(channel)
    }
  }

  clear(): void {
    this.#listeners.clear()
  }
}

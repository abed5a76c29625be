/**
 * The order of the messages about one subscription. While it is starting it can't be ended, nor its id be used again,
 * so the next message about it waits until it has started. The library would handle that at once, and know of one of
 * two subscriptions only.
 */
export interface MessageOrder {
  /** Handles a message about a subscription, after those before it. */
  run(id: string, handle: () => Promise<void>): Promise<void>
  /** The subscription that the present message asks for receives events. */
  started(id: string): void
  /** Resolves when all subscriptions that were asked for receive events, or were refused. */
  settled(): Promise<unknown>
  /** Messages that still wait are not handled. */
  stop(): void
}

export function createMessageOrder(): MessageOrder {
  /** By the id of a subscription: the turn of the last message about it. */
  const last = new Map<string, Promise<void>>()
  /** By the id of a subscription: ends the turn of the message that is being handled. */
  const ends = new Map<string, () => void>()
  let isStopped = false

  return {
    run(id, handle) {
      const { promise: turn, resolve } = Promise.withResolvers<void>()
      const before = last.get(id)
      last.set(id, turn)
      // What goes on for long keeps nothing here.
      const end = (): void => {
        resolve()
        if (ends.get(id) === end) ends.delete(id)
        if (last.get(id) === turn) last.delete(id)
      }
      const begin = async (): Promise<void> => {
        if (isStopped) return
        ends.set(id, end)
        await handle()
      }
      return (before ? before.then(begin) : begin()).finally(end)
    },
    started(id) {
      ends.get(id)?.()
    },
    settled: () => Promise.all(last.values()),
    stop() {
      isStopped = true
    },
  }
}

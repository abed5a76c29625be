import type { Kvstore } from '@platform/kvstore'

/** Which tokens are not valid any more. */
export type EndedSessions =
  /** All of a user's that were issued before. */
  | { readonly userId: string; readonly validAfter: Date }
  /** One. */
  | { readonly userId: string; readonly jti: string }

/** `null`: something may have been missed, so everything has to be looked at again. */
export type EndListener = (ended: EndedSessions | null) => void

/** Tells every instance, this one included, which sessions have ended. */
export interface Announcements {
  tell(ended: EndedSessions): Promise<void>
  /** @returns how to leave. */
  listen(listener: EndListener): () => void
  connect(): Promise<void>
  close(): Promise<void>
}

const CHANNEL = 'sessions'

export function createAnnouncements(kvstore: Kvstore, onError: (error: unknown) => void): Announcements {
  const listeners = new Set<EndListener>()
  const undo: (() => unknown)[] = []
  let untold = false
  const hear = (ended: EndedSessions | null) => {
    for (const listener of listeners) listener(ended)
  }

  /** What could not be told while the store was away is made good by a look at everything. */
  function reconnected(): void {
    hear(null)
    if (!untold) return
    kvstore.publish(CHANNEL, 'null').then(() => {
      untold = false
    }, onError)
  }

  return {
    async tell(ended) {
      hear(ended)
      try {
        await kvstore.publish(CHANNEL, JSON.stringify(ended))
      } catch (error) {
        untold = true
        onError(error)
      }
    },
    listen(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    async connect() {
      undo.push(kvstore.onReconnect(reconnected), await kvstore.subscribe(CHANNEL, message => hear(parse(message))))
    },
    async close() {
      for (const step of undo.splice(0)) await step()
    },
  }
}

function parse(message: string): EndedSessions | null {
  return JSON.parse(message, (name, value: unknown) =>
    name === 'validAfter' ? new Date(String(value)) : value,
  ) as EndedSessions | null
}

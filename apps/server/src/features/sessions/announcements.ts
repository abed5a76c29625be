import type { Kvstore } from '@platform/kvstore'
import { z } from 'zod'

/** The tokens that are not valid any more. */
export type EndedSessions =
  /** All tokens of a user that were issued up to a moment. */
  | { readonly userId: string; readonly validAfter: Date; readonly banned?: boolean | undefined }
  /** One token. */
  | { readonly userId: string; readonly jti: string }

/** `null` says that an announcement may be missing, so the listener checks every session again. */
export type EndListener = (ended: EndedSessions | null) => void

/** Tells every server, this one included, which sessions have ended. */
export interface Announcements {
  tell(ended: EndedSessions): Promise<void>
  /** @returns a function that removes the listener. */
  listen(listener: EndListener): () => void
  connect(): Promise<void>
  close(): Promise<void>
}

const CHANNEL = 'sessions'

export function createAnnouncements(kvstore: Kvstore, onError: (error: unknown) => void): Announcements {
  const listeners = new Set<EndListener>()
  const undo: (() => unknown)[] = []
  /** Whether an announcement could not be published, so the other servers miss it. */
  let missed = false
  const hear = (ended: EndedSessions | null) => {
    for (const listener of listeners) listener(ended)
  }

  /** Announcements may have been lost while the store was away, so every server checks all its sessions again. */
  function reconnected(): void {
    hear(null)
    if (!missed) return
    kvstore.publish(CHANNEL, 'null').then(() => {
      missed = false
    }, onError)
  }

  return {
    async tell(ended) {
      hear(ended)
      try {
        await kvstore.publish(CHANNEL, JSON.stringify(ended))
      } catch (error) {
        missed = true
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

const endedSessions = z.union([
  z.object({ userId: z.string(), validAfter: z.coerce.date(), banned: z.boolean().optional() }),
  z.object({ userId: z.string(), jti: z.string() }),
  z.null(),
])

function parse(message: string): EndedSessions | null {
  return endedSessions.parse(JSON.parse(message))
}

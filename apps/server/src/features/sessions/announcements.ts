import type { Kvstore } from '@platform/kvstore'
import { z } from 'zod'
import type { Peers } from '../../pubsub/peers.ts'

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

interface Foundations {
  readonly kvstore: Kvstore
  readonly peers: Peers
  readonly onError: (error: unknown) => void
}

export function createAnnouncements({ kvstore, peers, onError }: Foundations): Announcements {
  const listeners = new Set<EndListener>()
  const undo: (() => unknown)[] = []
  const hear = (ended: EndedSessions | null) => {
    for (const listener of listeners) listener(ended)
  }
  return {
    async tell(ended) {
      hear(ended)
      await kvstore.publish(CHANNEL, JSON.stringify(ended)).catch((error: unknown) => {
        peers.missed()
        onError(error)
      })
    },
    listen(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    async connect() {
      const leave = await kvstore.subscribe(CHANNEL, message => hear(endedSessions.parse(JSON.parse(message))))
      undo.push(
        leave,
        peers.onGap(() => hear(null)),
      )
    },
    async close() {
      for (const step of undo.splice(0)) await step()
    },
  }
}

const endedSessions = z.union([
  z.object({ userId: z.string(), validAfter: z.coerce.date(), banned: z.boolean().optional() }),
  z.object({ userId: z.string(), jti: z.string() }),
])

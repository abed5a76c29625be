import type { Kvstore } from '@platform/kvstore'
import { z } from 'zod'
import type { Peers } from './peers.ts'

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly revisions: Revisions
  }
}

/**
 * Numbers that grow with every change that readers can see: one for each discussion (`asset:<id>`), one for what
 * only an account's own live connections see of it (`user:<id>`), and one each for `comments`, `assets`, `users` and
 * `settings`. A cached answer is right while none of its numbers has moved.
 */
export interface Revisions {
  /** While another server can't be heard, every revision moves with each question, because it may have. */
  of(tag: string): number
  /**
   * The greatest revision so far: data that is read from now on is at least as new. It moves with each question while
   * another server can't be heard.
   */
  readonly latest: number
  /** Moves the revisions of tags on this server now, and on other servers when the message arrives. */
  bump(...tags: string[]): void
  /** Moves all revisions, on other servers too, because anything may have changed. */
  bumpAll(): void
  /** Listens to the other servers. */
  connect(kvstore: Kvstore): Promise<void>
  close(): Promise<void>
}

const CHANNEL = 'revisions'
/** A server of another version may not say whether all revisions move. */
const bump = z.object({ from: z.string(), tags: z.array(z.string()), all: z.boolean().default(false) })
type Bump = z.input<typeof bump>

interface RevisionsOptions {
  readonly serverId: string
  readonly peers: Peers
  readonly onError: (error: unknown) => void
}

export function createRevisions({ serverId, peers, onError }: RevisionsOptions): Revisions {
  const revisions = new Map<string, number>()
  let base = 0
  let latest = 0
  let kvstore: Kvstore | undefined
  const undo: (() => unknown)[] = []

  const move = (tags: readonly string[]) => {
    latest++
    for (const tag of tags) revisions.set(tag, latest)
    if (revisions.size > 100_000) forget()
  }
  /** Forgets the single revisions to free memory. All revisions move, because it is unknown which of them changed. */
  const forget = () => {
    revisions.clear()
    base = ++latest
  }

  const tell = (change: Omit<Bump, 'from'>) => {
    kvstore?.publish(CHANNEL, JSON.stringify({ from: serverId, ...change })).catch((error: unknown) => {
      peers.missed()
      onError(error)
    })
  }

  return {
    of: tag => (peers.areAllHeard ? (revisions.get(tag) ?? base) : ++latest),
    get latest() {
      return peers.areAllHeard ? latest : ++latest
    },
    bump(...tags) {
      move(tags)
      tell({ tags })
    },
    bumpAll() {
      forget()
      tell({ tags: [], all: true })
    },
    async connect(store) {
      kvstore = store
      undo.push(
        peers.onGap(forget),
        await store.subscribe(CHANNEL, message => {
          const { from, tags, all } = bump.parse(JSON.parse(message))
          if (from === serverId) return
          move(tags)
          if (all) forget()
        }),
      )
    },
    async close() {
      for (const step of undo.splice(0)) await step()
      kvstore = undefined
    },
  }
}

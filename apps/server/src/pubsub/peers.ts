import type { Kvstore } from '@platform/kvstore'
import { z } from 'zod'

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly peers: Peers
  }
}

/** The other servers on the same key-value store, and whether this one hears what they publish. */
export interface Peers {
  /** Whether all servers that were heard of are still heard, so that a change on one of them is known here. */
  readonly areAllHeard: boolean
  /** Listens to gaps: messages of other servers may be missing. @returns a function that removes the listener. */
  onGap(listener: () => void): () => void
  /** Says that a message of this server could not be published. The other servers learn it as soon as they can. */
  missed(): void
  connect(kvstore: Kvstore): Promise<void>
  close(): Promise<void>
}

interface PeersOptions {
  readonly serverId: string
  /** Milliseconds of silence after which a server has ended for certain, because it gave its own connection up. */
  readonly gone: number
}

/** Servers announce themselves at this interval, and count as silent after that time. Milliseconds. */
const BEAT = 1_000
const SILENCE = 2_500

const CHANNEL = 'servers'
const beat = z.object({ from: z.string(), says: z.enum(['hello', 'here', 'missed', 'bye']) })

export function createPeers({ serverId, gone }: PeersOptions): Peers {
  const others = new Map<string, number>()
  const listeners = new Set<() => void>()
  const undo: (() => unknown)[] = []
  let kvstore: Kvstore | undefined
  let hasMissed = false
  let isSaying = false

  const gap = () => {
    for (const listener of listeners) listener()
  }

  function hear(message: string): void {
    const { from, says } = beat.parse(JSON.parse(message))
    if (from === serverId) return
    if (says === 'bye') others.delete(from)
    else others.set(from, performance.now())
    if (says === 'missed') gap()
    // A server that has just started learns immediately which other servers there are.
    if (says === 'hello') sayRegularly()
  }

  /** A failure is not logged, because the key-value store then logs that it is not ready. */
  async function say(says: z.infer<typeof beat>['says']): Promise<void> {
    await kvstore?.publish(CHANNEL, JSON.stringify({ from: serverId, says }))
    if (says === 'missed') hasMissed = false
  }

  function sayRegularly(): void {
    if (isSaying) return
    isSaying = true
    say(hasMissed ? 'missed' : 'here')
      .catch(() => {})
      .finally(() => {
        isSaying = false
      })
  }

  return {
    get areAllHeard() {
      if (kvstore === undefined) return true
      if (!kvstore.ready) return false
      const now = performance.now()
      for (const [other, heard] of others) {
        if (now - heard > gone) others.delete(other)
        else if (now - heard > SILENCE) return false
      }
      return true
    },
    onGap(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    missed() {
      hasMissed = true
    },
    async connect(store) {
      // The memory of one process has no other servers.
      if (store.kind === 'memory') return
      kvstore = store
      const timer = setInterval(sayRegularly, BEAT).unref()
      undo.push(() => clearInterval(timer), store.onReconnect(gap), await store.subscribe(CHANNEL, hear))
      await say('hello').catch(() => {})
    },
    async close() {
      for (const step of undo.splice(0)) await step()
      await say('bye').catch(() => {})
      kvstore = undefined
    },
  }
}

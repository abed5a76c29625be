import type { Kvstore } from '@platform/kvstore'
import { z } from 'zod'
import { atMostOncePer, oneAtATime } from '../runtime/one-at-a-time.ts'
import { BEAT, createHearing, type Hearing, type Says } from './hearing.ts'

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly peers: Peers
  }
}

/** The other servers on the same key-value store, and whether this one hears what they publish. */
export interface Peers {
  /** Whether a change on any server is known here, because nothing is unheard. */
  readonly areAllHeard: boolean
  /** What has not been heard for a second; `null` when the key-value store and all servers that run are heard. */
  readonly unheard: Hearing['silent']
  /**
   * Listens to gaps: messages of other servers may be missing, because the key-value store was away or silent, or
   * because a server could not publish, or ended without a word.
   *
   * @returns a function that removes the listener.
   */
  onGap(listener: () => void): () => void
  /** Says that a message of this server could not be published. The other servers learn it as soon as they can. */
  missed(): void
  /**
   * Says that something may have changed of which no server was told. That is a gap here too, and one for several that
   * are said within a second.
   */
  doubt(): void
  /** Says whether a server of this site is known to run and is not heard at all. Beginning to know that is a gap. */
  setDeaf(isDeaf: boolean): void
  connect(kvstore: Kvstore): Promise<void>
  close(): Promise<void>
}

interface PeersOptions {
  readonly serverId: string
  /** Milliseconds of silence after which a server has ended for certain, because it gave its own connection up. */
  readonly gone: number
}

const CHANNEL = 'servers'
/** The time between two gaps of doubts. Milliseconds. */
const PAUSE = 1_000
const beat = z.object({ from: z.string(), says: z.enum(['hello', 'here', 'missed', 'bye']) })

function unheard(hearing: Hearing, kvstore: Kvstore | undefined): Hearing['silent'] {
  // The memory of one process is always heard.
  if (!kvstore) return hearing.isDeaf ? 'another server' : null
  return kvstore.ready ? hearing.silent : 'the key-value store'
}

export function createPeers({ serverId, gone }: PeersOptions): Peers {
  const hearing = createHearing({ serverId, gone })
  const listeners = new Set<() => void>()
  const undo: (() => unknown)[] = []
  let kvstore: Kvstore | undefined
  let hasMissed = false
  const gap = () => {
    for (const listener of listeners) listener()
  }

  const doubt = atMostOncePer(PAUSE, () => {
    hasMissed = true
    gap()
    sayOnce()
  })

  function hear(message: string): void {
    const { from, says } = beat.parse(JSON.parse(message))
    if (hearing.hear(from, says)) gap()
    // A server that has just started learns immediately which other servers there are.
    if (says === 'hello' && from !== serverId) sayRegularly()
  }

  async function say(says: Says): Promise<void> {
    await kvstore?.publish(CHANNEL, JSON.stringify({ from: serverId, says }))
    if (says === 'missed') hasMissed = false
  }

  const sayOnce: () => void = oneAtATime(() => say(hasMissed ? 'missed' : 'here'))

  function sayRegularly(): void {
    if (hearing.forgetGone()) gap()
    hearing.expect()
    sayOnce()
  }

  return {
    get areAllHeard() {
      return this.unheard === null
    },
    get unheard() {
      return unheard(hearing, kvstore)
    },
    onGap(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    missed() {
      hasMissed = true
    },
    doubt,
    setDeaf(isDeaf) {
      if (hearing.setDeaf(isDeaf)) gap()
    },
    async connect(store) {
      // The memory of one process has no other servers.
      if (store.kind === 'memory') return
      kvstore = store
      const timer = setInterval(sayRegularly, BEAT).unref()
      const reconnected = () => {
        hearing.forgive()
        gap()
      }
      undo.push(() => clearInterval(timer), store.onReconnect(reconnected), await store.subscribe(CHANNEL, hear))
      await say('hello').catch(() => {})
    },
    async close() {
      for (const step of undo.splice(0)) await step()
      if (hasMissed) await say('missed').catch(() => {})
      await say('bye').catch(() => {})
      kvstore = undefined
    },
  }
}

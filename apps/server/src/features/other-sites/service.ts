import type { Services } from '@platform/plugin-sdk'
import { z } from 'zod'
import { type RunningServer, runningServerIndexes } from './model.ts'

/** Servers announce themselves at this interval, and count as ended after three of them. Milliseconds. */
const ANNOUNCED_EVERY = 30_000
const ENDED_AFTER = 3 * ANNOUNCED_EVERY
/** How often the document store is told that this server still runs. Milliseconds. */
const STORED_EVERY = 60 * 60_000

const CHANNEL = 'running-servers'
const announcement = z.object({ from: z.string() })

/**
 * Whether another site uses this site's database of Redis. Then the events of both sites reach the readers of both, and
 * counters and locks that have the same names are one. Each server announces itself in Redis, and has stored before, in
 * the document store, that it runs: a server that announces itself and is not found there belongs to another site. So a
 * copy of this site is found too, which has all that the site had stored when it was copied.
 */
export interface OtherSites {
  /** Whether a server of another site was heard in the last minute and a half. */
  readonly areHeard: boolean
  listen(): Promise<void>
  stop(): Promise<void>
}

/** Another server that was heard, of this site or of another one. */
interface Heard {
  at: number
  isOfOtherSite: boolean
}

export function createOtherSites({
  docstore,
  kvstore,
  clock,
  log,
  serverId,
}: Pick<Services, 'docstore' | 'kvstore' | 'clock' | 'log' | 'serverId'>): OtherSites {
  const servers = docstore.collection<RunningServer>(runningServerIndexes.collection)
  const heard = new Map<string, Heard>()
  const undo: (() => unknown)[] = []

  const now = () => clock.now().getTime()
  const store = () => servers.updateOne({ id: serverId }, { $set: { seen_at: clock.now() } }, { upsert: true })
  /** A failure is not logged, because the key-value store then logs that it is not ready. */
  const announce = () => kvstore.publish(CHANNEL, JSON.stringify({ from: serverId })).catch(() => {})

  /** Looks a server up that is new, or that could not be found so far. */
  async function lookUp(id: string, server: Heard): Promise<void> {
    const isKnown = (await servers.countDocuments({ id })) > 0
    if (!isKnown && !server.isOfOtherSite)
      log.error(
        { server: id, kvstore: kvstore.description },
        'another site uses the same database of Redis, so the events, counters and locks of both sites mix: ' +
          'give each site a database of its own in PLATFORM_KVSTORE_URL, such as redis://host/1',
      )
    server.isOfOtherSite = !isKnown
  }

  function hear(message: string): void {
    const { from } = announcement.parse(JSON.parse(message))
    if (from === serverId) return
    forgetEnded()
    const known = heard.get(from)
    const server = known ?? { at: 0, isOfOtherSite: false }
    server.at = now()
    heard.set(from, server)
    // What the document store could not answer is asked again when the server is heard again.
    if (!known || known.isOfOtherSite) lookUp(from, server).catch(() => heard.delete(from))
  }

  function forgetEnded(): void {
    for (const [id, { at }] of heard) if (now() - at > ENDED_AFTER) heard.delete(id)
  }

  return {
    get areHeard() {
      forgetEnded()
      return heard.values().some(({ isOfOtherSite }) => isOfOtherSite)
    },
    async listen() {
      // The memory of one process has no other servers.
      if (kvstore.kind === 'memory') return
      await store()
      const timers = [
        setInterval(announce, ANNOUNCED_EVERY),
        // A server that could not store it does so an hour later; it is remembered for a week.
        setInterval(() => store().catch(() => {}), STORED_EVERY),
      ]
      for (const timer of timers) undo.push(() => clearInterval(timer.unref()))
      undo.push(await kvstore.subscribe(CHANNEL, hear))
      await announce()
    },
    async stop() {
      if (undo.length === 0) return
      for (const step of undo.splice(0)) await step()
      await servers.deleteOne({ id: serverId }).catch(() => {})
    },
  }
}

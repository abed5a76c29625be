import type { Services } from '@platform/plugin-sdk'
import { z } from 'zod'
import { oneAtATime } from '../../runtime/one-at-a-time.ts'
import { type RunningServer, runningServerIndexes } from './model.ts'
import { findUnheardServers } from './unheard-servers.ts'

/** Servers announce themselves at this interval, and count as ended after three of them. Milliseconds. */
const ANNOUNCED_EVERY = 30_000
const ENDED_AFTER = 3 * ANNOUNCED_EVERY

const CHANNEL = 'running-servers'
const announcement = z.object({ from: z.string(), times: z.number(), ended: z.boolean().optional() })

/**
 * Whether another site uses this site's database of Redis. Then the events of both sites reach the readers of both, and
 * counters and locks that have the same names are one.
 *
 * Each server stores in the document store how often it has said that it runs, and then says so in Redis. Who hears it
 * and does not find that number in the document store is of another site. A copy of a site has the number from when it
 * was copied, so it is found too. A server that goes on counting in the document store and is not heard is of this site
 * and has another key-value store, or says so in a way that this version doesn't understand.
 */
export interface OtherSites {
  /** Whether a server of another site was heard in the last minute and a half. */
  readonly areHeard: boolean
  /** Whether a server of this site runs that is not heard. What changes there is not known here. */
  readonly isOwnUnheard: boolean
  listen(): Promise<void>
  stop(): Promise<void>
}

/** Another server that was heard, of this site or of another one. */
interface Heard {
  at: number
  isOfOtherSite: boolean
}

export function createOtherSites(
  services: Pick<Services, 'docstore' | 'kvstore' | 'clock' | 'log' | 'serverId' | 'peers'>,
): OtherSites {
  const { docstore, kvstore, clock, log, serverId } = services
  const servers = docstore.collection<RunningServer>(runningServerIndexes.collection)
  const heard = new Map<string, Heard>()
  const undo: (() => unknown)[] = []
  const unheard = findUnheardServers(services)
  let times = 0

  const announce = oneAtATime(async () => {
    const said = ++times
    await servers.updateOne({ id: serverId }, { $set: { times: said, seen_at: clock.now() } }, { upsert: true })
    await kvstore.publish(CHANNEL, JSON.stringify({ from: serverId, times: said }))
    await unheard.look()
  })

  async function lookUp(id: string, said: number, server: Heard): Promise<void> {
    // A transaction reads what is stored by now, also where other reads may be of a secondary.
    const stored = await docstore.transaction(session => servers.findOne({ id }, { session }))
    const isOfOtherSite = stored === null || stored.times < said
    if (isOfOtherSite && !server.isOfOtherSite)
      log.error(
        { server: id, kvstore: kvstore.description },
        'another site uses the same database of Redis, so the events, counters and locks of both sites mix: ' +
          'give each site a database of its own in PLATFORM_KVSTORE_URL, such as redis://host/1',
      )
    server.isOfOtherSite = isOfOtherSite
  }

  function hear(message: string): void {
    const { from, times: said, ended } = announcement.parse(JSON.parse(message))
    if (from === serverId) return
    forgetEnded()
    if (ended) return void heard.delete(from)
    unheard.hear(from, said)
    const server = heard.get(from) ?? { at: 0, isOfOtherSite: false }
    server.at = performance.now()
    heard.set(from, server)
    // What the document store could not answer is asked again when the server is heard again.
    lookUp(from, said, server).catch(() => {})
  }

  function forgetEnded(): void {
    const now = performance.now()
    for (const [id, { at }] of heard) if (now - at > ENDED_AFTER) heard.delete(id)
  }

  return {
    get isOwnUnheard() {
      return unheard.areThere
    },
    get areHeard() {
      forgetEnded()
      return heard.values().some(({ isOfOtherSite }) => isOfOtherSite)
    },
    async listen() {
      // One process alone has this document store and the memory that is its key-value store.
      if (kvstore.kind === 'memory' && docstore.kind === 'sqlite') return
      const timer = setInterval(announce, ANNOUNCED_EVERY).unref()
      undo.push(() => clearInterval(timer), await kvstore.subscribe(CHANNEL, hear))
      announce()
    },
    async stop() {
      if (undo.length === 0) return
      for (const step of undo.splice(0)) await step()
      await kvstore.publish(CHANNEL, JSON.stringify({ from: serverId, times, ended: true })).catch(() => {})
    },
  }
}

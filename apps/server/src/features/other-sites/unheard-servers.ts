import type { Services } from '@platform/plugin-sdk'
import { type RunningServer, runningServerIndexes } from './model.ts'

type Stored = Pick<RunningServer, 'id' | 'times'>

/** A server stores a number before it publishes it, so one may be on its way. */
const ON_ITS_WAY = 1
/** A server that has stored nothing new between so many looks has ended. */
const ENDED_AFTER = 2
/** The most servers of a site that are looked for. */
const MOST = 200

/** Finds servers of this site that run and are not heard, by what they store. */
export interface UnheardServers {
  readonly areThere: boolean
  /** A server was heard, which had said so often that it runs. */
  hear(id: string, times: number): void
  look(): Promise<void>
}

export function findUnheardServers({
  docstore,
  kvstore,
  log,
  serverId,
  peers,
}: Pick<Services, 'docstore' | 'kvstore' | 'log' | 'serverId' | 'peers'>): UnheardServers {
  const servers = docstore.collection<RunningServer>(runningServerIndexes.collection)
  const followed = followServers()
  let unheard: readonly string[] = []
  return {
    get areThere() {
      return unheard.length > 0
    },
    hear: followed.hear,
    async look() {
      const stored = await servers
        .find({ id: { $ne: serverId } }, { sort: { seen_at: -1 }, limit: MOST, projection: { id: 1, times: 1 } })
        .toArray()
      const before = unheard
      unheard = followed.compare(stored)
      peers.setDeaf(unheard.length > 0)
      for (const server of unheard.filter(id => !before.includes(id)))
        log.error(
          { server, kvstore: kvstore.description },
          'another server of this site runs and is not heard here, so changes there are not known: ' +
            'give all servers the same PLATFORM_KVSTORE_URL, that of one Redis, and the same version',
        )
    },
  }
}

interface Followed {
  heard: number
  stored: number
  unchanged: number
}

/** Follows what servers have stored of themselves, and what was heard of them. */
export function followServers() {
  let followed = new Map<string, Followed>()

  function follow({ id, times }: Stored): [string, Followed] {
    const before = followed.get(id) ?? { heard: times, stored: times, unchanged: ENDED_AFTER }
    const unchanged = times > before.stored ? 0 : before.unchanged + 1
    return [id, { heard: before.heard, stored: times, unchanged }]
  }

  return {
    hear(id: string, times: number): void {
      const server = followed.get(id)
      if (server) server.heard = Math.max(server.heard, times)
    },
    /** @returns the servers that go on storing and were not heard since */
    compare(stored: readonly Stored[]): readonly string[] {
      followed = new Map(stored.map(follow))
      return [...followed]
        .filter(([, { heard, stored, unchanged }]) => unchanged < ENDED_AFTER && stored > heard + ON_ITS_WAY)
        .map(([id]) => id)
    },
  }
}

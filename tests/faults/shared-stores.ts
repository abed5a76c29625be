import { afterAll } from 'vitest'
import { proxyTo } from '../../apps/server/test/outages/proxy.ts'
import { startMongo } from '../../packages/docstore/test/mongo.ts'
import { REDIS, startRedis } from '../../packages/kvstore/test/redis-server.ts'
import type { Need } from '../../test/needs.ts'
import { openSite, type Site, type SiteOptions } from './site.ts'

const mongo = await startMongo()
afterAll(mongo.stop)

/**
 * What tests of several servers need. The stand-in for MongoDB loses what it acknowledged when it is killed, so these
 * tests freeze it and never kill it.
 */
export const SHARED_STORES: readonly Need[] = [mongo, REDIS]

/** A site whose servers share a MongoDB and a Redis, both of which can fail. */
export interface SharedSite extends AsyncDisposable {
  readonly site: Site
  readonly redis: Awaited<ReturnType<typeof startRedis>>
  /** The way to MongoDB, which can freeze. */
  readonly mongo: Awaited<ReturnType<typeof proxyTo>>
}

export async function openSharedSite(options: Omit<SiteOptions, 'stores'> = {}): Promise<SharedSite> {
  const redis = await startRedis()
  const way = await proxyTo(mongo.url())
  const docstore = new URL(way.url)
  // The way of the proxy only: the driver would otherwise go to the server's own address.
  docstore.searchParams.set('directConnection', 'true')
  const site = await openSite({
    ...options,
    stores: { docstore: docstore.href, kvstore: redis.url },
    env: {
      PLATFORM_KVSTORE_RECONNECTION_BACKOFF_FACTOR: '100ms',
      PLATFORM_KVSTORE_RECONNECTION_BACKOFF_MINIMUM_TIME: '100ms',
      ...options.env,
    },
  })
  return {
    site,
    redis,
    mongo: way,
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]()
      await way[Symbol.asyncDispose]()
      await redis.stop()
    },
  }
}

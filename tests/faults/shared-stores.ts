import { MongoClient } from 'mongodb'
import { afterAll } from 'vitest'
import { proxyTo } from '../../apps/server/test/outages/proxy.ts'
import { startMongo } from '../../packages/docstore/test/mongo.ts'
import { REDIS, startRedis } from '../../packages/kvstore/test/redis-server.ts'
import type { Need } from '../../test/needs.ts'
import { openSite, type Site, type SiteOptions } from './site.ts'

/** A site whose servers share a MongoDB and a Redis, both of which can fail. */
export interface SharedSite extends AsyncDisposable {
  readonly site: Site
  readonly redis: Awaited<ReturnType<typeof startRedis>>
  /** The way to MongoDB, which can freeze. */
  readonly mongo: Awaited<ReturnType<typeof proxyTo>>
}

/** The stores that the tests of one file share. */
export interface SharedStores {
  /** What the tests need of the machine. */
  readonly needs: readonly Need[]
  /** Opens a site with a database and a Redis of its own. */
  open(options?: Omit<SiteOptions, 'stores'>): Promise<SharedSite>
}

/**
 * Starts a MongoDB for the tests of a file, and stops it after them. The stand-in for MongoDB loses what it has
 * acknowledged when it is killed, so tests freeze it and never kill it.
 */
export async function sharedStores(): Promise<SharedStores> {
  const mongo = await startMongo()
  afterAll(mongo.stop)
  if (!mongo.missing) await endTransactionsAfter(5, mongo.url())
  return { needs: [mongo, REDIS], open: options => openOn(mongo.url(), options) }
}

/**
 * Sets the seconds after which MongoDB ends a transaction that its server has left open, as docs/guide/scale.md
 * advises. Until then nobody can post to the discussion that a killed server was storing a comment in.
 */
async function endTransactionsAfter(transactionLifetimeLimitSeconds: number, url: string): Promise<void> {
  await using client = new MongoClient(url)
  await client.db('admin').command({ setParameter: 1, transactionLifetimeLimitSeconds })
}

async function openOn(mongo: string, options: Omit<SiteOptions, 'stores'> = {}): Promise<SharedSite> {
  const redis = await startRedis()
  const way = await proxyTo(mongo)
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

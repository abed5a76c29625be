import type { Kvstore, KvstoreOptions } from './kvstore.ts'
import { KvstoreError } from './kvstore-error.ts'
import { createMemoryKvstore } from './memory/memory-kvstore.ts'

/**
 * Opens the store behind a URL: `memory:`, `redis://…` or `rediss://…`.
 *
 * @throws {KvstoreError} `KVSTORE_INVALID` for another URL; `KVSTORE_UNAVAILABLE` when the server can't be reached
 * within the retry limits
 * @example
 * const kvstore = await connectKvstore('redis://localhost:6379', { onFatal: (error) => exit(error) })
 * const tries = await kvstore.increment(`tries:${ip}`, { expiresIn: 60_000 })
 */
export async function connectKvstore(url: string, options: KvstoreOptions = {}): Promise<Kvstore> {
  if (url === 'memory:') return createMemoryKvstore(options)
  if (/^rediss?:\/\/./.test(url) && URL.canParse(url)) {
    // The client library is loaded here, because it costs 15 MB and a tenth of a second at the start.
    return (await import('./redis/redis-kvstore.ts')).connectRedisKvstore(url, options)
  }
  throw new KvstoreError(
    'KVSTORE_INVALID',
    'the key-value store must be memory:, redis://host:port/<number> or rediss://…',
  )
}

import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Revisions } from '../../pubsub/revisions.ts'
import type { Clock } from '../../runtime/clock.ts'

/** A count that the cache may hold. */
export interface CountRequest {
  /** The store filter of the counted records. */
  readonly filter: object
  /** The revision that moves with every change of the counted records: `asset:<id>`, `comments`. */
  readonly tag: string
  count(): Promise<number>
}

/** Counts that are cached until a counted record changes on any server, or until they expire. */
export interface CountCache {
  get(request: CountRequest): Promise<number>
}

interface Kept {
  readonly revision: number
  readonly until: number
  readonly value: Promise<number>
}

const MOST = 10_000

/** @param expiry how long a count is kept, in milliseconds. */
export function createCountCache({
  revisions,
  clock,
  expiry,
}: {
  revisions: Revisions
  clock: Clock
  expiry: number
}): CountCache {
  const kept = new LRUCache<string, Kept>({ max: MOST })
  return {
    get({ filter, tag, count }) {
      // A filter may name thousands of ids, so a hash stands for it.
      const key = hash('sha256', `${tag} ${JSON.stringify(filter)}`, 'base64url')
      const now = clock.now().getTime()
      // The revision is read before the store counts, so a change in the meantime makes the count outdated.
      const revision = revisions.of(tag)
      const known = kept.get(key)
      if (known && known.revision === revision && known.until > now) return known.value
      const made: Kept = { revision, until: now + expiry, value: count() }
      kept.set(key, made)
      made.value.catch(() => {
        if (kept.get(key) === made) kept.delete(key)
      })
      return made.value
    },
  }
}

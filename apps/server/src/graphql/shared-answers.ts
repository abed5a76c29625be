import { LRUCache } from 'lru-cache'
import type { Sharing } from '../contract/context.ts'
import type { Revisions } from '../pubsub/revisions.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Encoding } from './encodings.ts'

/** An answer that all anonymous readers get. */
export interface SharedAnswer {
  readonly status: number
  /** Names and values in turn, without the headers of a single request. */
  readonly headers: readonly string[]
  readonly body: Buffer
  /** The validator of the body, without quotes. */
  readonly etag: string
  /** The compressed forms of the body that have been asked for. */
  readonly encoded: Map<Encoding, Promise<Buffer>>
}

interface Entry extends SharedAnswer {
  /** The revisions that it depends on, and the number at which it was computed. */
  readonly tags: readonly string[]
  readonly since: number
  readonly expires: number
}

/**
 * Serialised answers to anonymous readers, by request. An answer is given until a revision that it depends on changes;
 * then one request computes it again and the others wait for it.
 */
export interface SharedAnswers {
  /** The answer, if its revisions have not changed. */
  fresh(key: string): SharedAnswer | undefined
  /** Waits for another request that computes this answer; `undefined` without one, or for an unknown answer. */
  pending(key: string): Promise<void> | undefined
  /**
   * Makes the calling request the one that computes a known answer. It calls the returned function when it ends
   * without an answer. `undefined` for an unknown answer, or one that another request computes.
   */
  claim(key: string): (() => void) | undefined
  /** Begins to compute an answer. Call the returned function at the end, with the answer if it may be shared. */
  begin(key: string): (answer?: SharedAnswer, sharing?: Sharing) => void
}

/** The most bytes of all answers together. */
const MAX_SIZE = 64 * 1024 * 1024
/** An answer is given no longer than this, because a message between servers may get lost. Milliseconds. */
const MAX_AGE = 30_000

export function createSharedAnswers(revisions: Revisions, clock: Clock): SharedAnswers {
  const entries = new LRUCache<string, Entry>({
    maxSize: MAX_SIZE,
    maxEntrySize: MAX_SIZE / 16,
    // The compressed forms are made later; they take less than half of the body.
    sizeCalculation: ({ body }, key) => Math.ceil(1.5 * body.length) + key.length + 1_024,
  })
  const computing = new Map<string, PromiseWithResolvers<void>>()
  const isFresh = ({ tags, since, expires }: Entry) => {
    const now = clock.now().getTime()
    // An answer that ends later than a new one was made before the clock was set back.
    return expires > now && expires <= now + MAX_AGE && tags.every(tag => revisions.of(tag) <= since)
  }

  const start = (key: string) => {
    const made = Promise.withResolvers<void>()
    computing.set(key, made)
    return made
  }
  const end = (key: string, done: PromiseWithResolvers<void>) => {
    if (computing.get(key) === done) computing.delete(key)
    done.resolve()
  }

  return {
    fresh(key) {
      const entry = entries.get(key)
      return entry && isFresh(entry) ? entry : undefined
    },
    pending: key => (entries.has(key) ? computing.get(key)?.promise : undefined),
    claim(key) {
      if (!entries.has(key) || computing.has(key)) return undefined
      const claimed = start(key)
      return () => end(key, claimed)
    },
    begin(key) {
      const done = computing.get(key) ?? start(key)
      return (answer, sharing) => {
        if (answer && sharing?.allowed)
          entries.set(key, {
            ...answer,
            tags: [...sharing.tags],
            since: sharing.since,
            expires: Math.min(sharing.expires, clock.now().getTime() + MAX_AGE),
          })
        else entries.delete(key)
        end(key, done)
      }
    },
  }
}

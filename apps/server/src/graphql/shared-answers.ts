import { LRUCache } from 'lru-cache'
import type { Sharing } from '../contract/context.ts'
import type { Revisions } from '../pubsub/revisions.ts'
import type { Clock } from '../runtime/clock.ts'

/** An answer that every anonymous reader gets alike. */
export interface SharedAnswer {
  readonly status: number
  /** Names and values in turn, without those of a single request. */
  readonly headers: readonly string[]
  readonly body: Buffer
}

interface Entry extends SharedAnswer {
  /** What it depends on, and the revision it was computed at. */
  readonly tags: readonly string[]
  readonly since: number
  readonly expires: number
}

/**
 * Serialised answers to anonymous readers, by request. An answer is given as long as nothing it depends
 * on has changed; when something has, one reader computes it anew and the others wait for that.
 */
export interface SharedAnswers {
  /** The answer, when it is still right. */
  fresh(key: string): SharedAnswer | undefined
  /** When somebody else is computing an answer known to be shared: waits for it. */
  pending(key: string): Promise<void> | undefined
  /**
   * Says that whoever calls is the one to compute an answer known to be shared, from now on: call the result
   * when that came to nothing. `undefined` for an answer that is not known, or that somebody computes.
   */
  claim(key: string): (() => void) | undefined
  /** Says that an answer is being computed; call the result when done, with the answer if it may be shared. */
  begin(key: string): (answer?: SharedAnswer, sharing?: Sharing) => void
}

/** The most bytes of answers that are kept. */
const MAX_SIZE = 64 * 1024 * 1024
/** No answer is given for longer than this, should a message between instances get lost. Milliseconds. */
const MAX_AGE = 30_000

export function createSharedAnswers(revisions: Revisions, clock: Clock): SharedAnswers {
  const entries = new LRUCache<string, Entry>({
    maxSize: MAX_SIZE,
    maxEntrySize: MAX_SIZE / 16,
    sizeCalculation: ({ body }, key) => body.length + key.length + 1_024,
  })
  const computing = new Map<string, PromiseWithResolvers<void>>()
  const isFresh = ({ tags, since, expires }: Entry) =>
    expires > clock.now().getTime() && tags.every(tag => revisions.of(tag) <= since)

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

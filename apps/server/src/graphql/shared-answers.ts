import { LRUCache } from 'lru-cache'
import type { Sharing } from '../compose/context.ts'
import type { Revisions } from './revisions.ts'

/** An answer that every anonymous reader gets alike. */
export interface SharedAnswer {
  readonly status: number
  /** Names and values in turn, without those of a single request. */
  readonly headers: readonly string[]
  readonly body: Buffer
}

interface Entry extends SharedAnswer {
  /** What it depends on, with the revisions it was computed at. */
  readonly tags: readonly (readonly [tag: string, revision: number])[]
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
  /** Says that an answer is being computed; call the result when done, with the answer if it may be shared. */
  begin(key: string): (answer?: SharedAnswer, sharing?: Sharing) => void
}

/** The most bytes of answers that are kept. */
const MAX_SIZE = 64 * 1024 * 1024
/** No answer is given for longer than this, should a message between instances get lost. Milliseconds. */
const MAX_AGE = 30_000

export function createSharedAnswers(revisions: Revisions): SharedAnswers {
  const entries = new LRUCache<string, Entry>({ maxSize: MAX_SIZE, maxEntrySize: MAX_SIZE / 16, sizeCalculation: ({ body }, key) => body.length + key.length + 1_024 })
  const computing = new Map<string, Promise<void>>()
  const isFresh = ({ tags, expires }: Entry) => expires > Date.now() && tags.every(([tag, revision]) => revisions.of(tag) === revision)

  return {
    fresh(key) {
      const entry = entries.get(key)
      return entry && isFresh(entry) ? entry : undefined
    },
    pending: key => entries.has(key) ? computing.get(key) : undefined,
    begin(key) {
      let settle!: () => void
      const done = new Promise<void>(resolve => { settle = resolve })
      if (!computing.has(key)) computing.set(key, done)
      return (answer, sharing) => {
        if (computing.get(key) === done) computing.delete(key)
        if (answer && sharing?.allowed) entries.set(key, { ...answer, tags: [...sharing.tags], expires: Math.min(sharing.expires, Date.now() + MAX_AGE) })
        else entries.delete(key)
        settle()
      }
    },
  }
}

import type { Services } from '@platform/plugin-sdk'
import { LRUCache } from 'lru-cache'
import type { FilteredEvent, Outcome } from './execute.ts'
import { createResult, type Result } from './result.ts'
import type { Subscription } from './subscription.ts'

/**
 * Results of past events, which are executed once for all who come back for them while nothing changes, and no time
 * comes at which they would be others.
 */
export interface PastOutcomes {
  /** The result of a past event for a subscriber, for whom `execute` makes it where it is not known. */
  of(subscription: Subscription, event: FilteredEvent, execute: () => Promise<Outcome>): Promise<Result | null>
}

/** What the results of all subscriptions take together. Bytes. */
const MOST = 8 * 1024 ** 2
/** What an entry takes beside its text. Bytes. */
const ENTRY = 256

/** A result as it is kept: its text, because a result also keeps the messages that were made of it. */
interface Kept extends Pick<Outcome, 'expires'> {
  readonly text: string | null
}

export function createPastOutcomes({ clock, revisions }: Pick<Services, 'clock' | 'revisions'>): PastOutcomes {
  const texts = new LRUCache<string, Kept>({
    maxSize: MOST,
    sizeCalculation: ({ text }) => ENTRY + 2 * (text?.length ?? 0),
  })
  const running = new Map<string, Promise<Outcome>>()

  return {
    async of(subscription, { number }, execute) {
      const key = `${revisions.latest} ${number} ${subscription.key}`
      const known = texts.get(key)
      if (known && known.expires > clock.now().getTime()) return known.text === null ? null : createResult(known.text)
      const current = running.get(key)
      if (current) {
        const { result, isForAll } = await current
        if (isForAll) return result
      }
      const outcome = execute()
      if (!running.has(key)) running.set(key, outcome)
      try {
        const { result, isForAll, expires } = await outcome
        if (isForAll) texts.set(key, { text: result?.text ?? null, expires })
        return result
      } finally {
        if (running.get(key) === outcome) running.delete(key)
      }
    },
  }
}

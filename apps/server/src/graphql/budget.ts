import { addressGroups } from '@platform/auth'
import { GraphQLError } from 'graphql'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../runtime/clock.ts'

/** What is spent is forgotten after this. Milliseconds. */
const WINDOW = 60_000
/** People that are remembered at a time. */
const VIEWERS = 50_000

/** Who asks: a person, else an address; neither for the platform itself. */
export interface Viewer {
  readonly user: { readonly id: string } | null
  readonly address: string | null
}

/**
 * How much somebody may have the server work: the items that their documents ask for, in queries and subscriptions
 * together. Answers that are ready cost nothing. Counted by each instance for itself.
 */
export interface Budget {
  /** @throws GraphQLError RATE_LIMIT_EXCEEDED with `retryAfter` in seconds, 429, when nothing is left; others are not affected. */
  spend(viewer: Viewer, items: number): void
}

/** @param most - items, as the limits of documents count them, that everybody may ask for in a minute. */
export function createBudget({ clock, most }: { clock: Clock; most: number }): Budget {
  const spent = new LRUCache<string, { until: number; items: number }>({ max: VIEWERS })
  return {
    spend({ user, address }, items) {
      if (!user && address === null) return
      const key = user ? `user ${user.id}` : `address ${addressGroups(address!).household}`
      const now = clock.now().getTime()
      const known = spent.get(key)
      const account = known && known.until > now ? known : { until: now + WINDOW, items: 0 }
      if (account !== known) spent.set(key, account)
      if (account.items + items > most) throw exceeded(most, account.until - now)
      account.items += items
    },
  }
}

function exceeded(most: number, wait: number): GraphQLError {
  const retryAfter = Math.max(1, Math.ceil(wait / 1_000))
  return new GraphQLError(
    `You asked for more than ${most.toLocaleString('en')} items within a minute; try again in ${retryAfter} s`,
    {
      extensions: {
        code: 'RATE_LIMIT_EXCEEDED',
        retryAfter,
        http: { status: 429, headers: { 'retry-after': String(retryAfter) } },
      },
    },
  )
}

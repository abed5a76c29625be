import { addressGroups } from '@platform/auth'
import { GraphQLError } from 'graphql'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../boot/clock.ts'

/** What everybody may ask for within a window, in items as the limits of documents count them. Milliseconds. */
export const BUDGET = { items: 500_000, window: 60_000 } as const
/** People that are remembered at a time. */
const VIEWERS = 50_000

/** Who asks: a person, else an address; neither for the platform itself. */
export interface Viewer { readonly user: { readonly id: string } | null; readonly address: string | null }

/**
 * How much somebody may have the server work: the items that their documents ask for, in queries and subscriptions
 * together. Answers that are ready cost nothing. Counted by each instance for itself.
 */
export interface Budget {
  /** @throws GraphQLError RATE_LIMIT_EXCEEDED with `retryAfter` in seconds, 429, when nothing is left; others are not affected. */
  spend(viewer: Viewer, items: number): void
}

export function createBudget({ clock }: { clock: Clock }): Budget {
  const spent = new LRUCache<string, { until: number; items: number }>({ max: VIEWERS })
  return {
    spend({ user, address }, items) {
      if (!user && address === null) return
      const key = user ? `user ${user.id}` : `address ${addressGroups(address!).household}`
      const now = clock.now().getTime()
      const known = spent.get(key)
      const account = known && known.until > now ? known : { until: now + BUDGET.window, items: 0 }
      if (account !== known) spent.set(key, account)
      if (account.items + items > BUDGET.items) throw exceeded(account.until - now)
      account.items += items
    },
  }
}

function exceeded(wait: number): GraphQLError {
  const retryAfter = Math.max(1, Math.ceil(wait / 1_000))
  return new GraphQLError(`You asked for more than ${BUDGET.items.toLocaleString('en')} items within a minute; try again in ${retryAfter} s`, {
    extensions: { code: 'RATE_LIMIT_EXCEEDED', retryAfter, http: { status: 429, headers: { 'retry-after': String(retryAfter) } } },
  })
}

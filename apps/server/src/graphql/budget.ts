import { addressGroups } from '@platform/auth'
import { GraphQLError } from 'graphql'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../runtime/clock.ts'

/** Items are counted for this long. Milliseconds. */
const WINDOW = 60_000
/** Callers whose items are counted at a time. */
const MOST_CALLERS = 50_000

/** The caller of an operation: a user, else an address; neither for the platform itself. */
export interface BudgetCaller {
  readonly user: { readonly id: string } | null
  readonly address: string | null
}

/**
 * The items that one caller may ask for in a minute, with queries and subscriptions together. Shared answers are free.
 * Each instance of the server counts for itself.
 */
export interface Budget {
  /**
   * Counts items for a caller.
   *
   * @throws GraphQLError RATE_LIMIT_EXCEEDED, status 429, with `retryAfter` in seconds, when too few items are left.
   */
  spend(caller: BudgetCaller, items: number): void
}

/** @param most - items, as the limits of documents count them, that each caller may ask for in a minute. */
export function createBudget({ clock, most }: { clock: Clock; most: number }): Budget {
  const spent = new LRUCache<string, { until: number; items: number }>({ max: MOST_CALLERS })
  return {
    spend({ user, address }, items) {
      const key = keyOf(user, address)
      if (key === null) return
      const now = clock.now().getTime()
      const known = spent.get(key)
      const account = known && known.until > now ? known : { until: now + WINDOW, items: 0 }
      if (account !== known) spent.set(key, account)
      if (account.items + items > most) throw exceeded(most, account.until - now)
      account.items += items
    },
  }
}

function keyOf(user: BudgetCaller['user'], address: string | null): string | null {
  if (user) return `user ${user.id}`
  return address === null ? null : `address ${addressGroups(address).household}`
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

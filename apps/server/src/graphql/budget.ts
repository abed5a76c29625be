import { addressGroups } from '@platform/auth'
import { GraphQLError } from 'graphql'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../runtime/clock.ts'

/** An account of what was spent ends after this time. Milliseconds. */
const WINDOW = 60_000
/** The most callers that are remembered at a time. */
const CALLERS = 50_000

/** Who asks: a user, else an address; neither for the platform itself. */
export interface BudgetCaller {
  readonly user: { readonly id: string } | null
  readonly address: string | null
}

/** What a document costs. */
export interface Cost {
  /** The items that it asks for. */
  readonly items: number
  /** The size that is expected of its answer. */
  readonly bytes: number
}

/**
 * How much work one caller may cause: the items that documents ask for, in queries and subscriptions together, and the
 * bytes of the answers. Answers that are ready cost nothing. Each server counts for itself.
 */
export interface Budget {
  /** @throws GraphQLError RATE_LIMIT_EXCEEDED with `retryAfter` in seconds, 429, when the budget is spent. */
  spend(caller: BudgetCaller, cost: Cost): void
  /** Counts the true size of an answer in place of the expected one. */
  correct(caller: BudgetCaller, bytes: number): void
}

interface Account {
  readonly until: number
  items: number
  bytes: number
}

/** @param most what one caller may spend in a minute */
export function createBudget({ clock, most }: { clock: Clock; most: Cost }): Budget {
  // With `max` the library would reserve memory for all callers when the server starts.
  const accounts = new LRUCache<string, Account>({ maxSize: CALLERS, sizeCalculation: () => 1 })
  const expected = new WeakMap<BudgetCaller, { readonly account: Account; readonly bytes: number }>()
  return {
    spend(caller, { items, bytes }) {
      const { user, address } = caller
      if (!user && address === null) return
      const key = user ? `user ${user.id}` : `address ${addressGroups(address!).household}`
      const now = clock.now().getTime()
      const known = accounts.get(key)
      // An account that ends later than a new one was made before the clock was set back.
      const holds = known && known.until > now && known.until <= now + WINDOW
      const account = holds ? known : { until: now + WINDOW, items: 0, bytes: 0 }
      if (account !== known) accounts.set(key, account)
      if (account.items + items > most.items)
        throw exceeded(`${most.items.toLocaleString('en')} items`, account.until - now)
      if (account.bytes + bytes > most.bytes)
        throw exceeded(`${most.bytes / 1024 ** 2} MB of answers`, account.until - now)
      account.items += items
      account.bytes += bytes
      expected.set(caller, { account, bytes })
    },
    correct(caller, bytes) {
      const spent = expected.get(caller)
      if (!spent) return
      expected.delete(caller)
      spent.account.bytes += bytes - spent.bytes
    },
  }
}

function exceeded(most: string, wait: number): GraphQLError {
  const retryAfter = Math.max(1, Math.ceil(wait / 1_000))
  return new GraphQLError(`You asked for more than ${most} within a minute; try again in ${retryAfter} s`, {
    extensions: {
      code: 'RATE_LIMIT_EXCEEDED',
      retryAfter,
      http: { status: 429, headers: { 'retry-after': String(retryAfter) } },
    },
  })
}

import { createHash } from 'node:crypto'
import { orUnavailable } from '../unavailable.ts'

/**
 * The methods of a key-value store that a limiter needs. `expiresIn` is in milliseconds, and applies to new keys only.
 *
 * @example
 * ```ts
 * const kv: LimiterKv = kvstore // a store of @platform/kvstore fits
 * ```
 */
export interface LimiterKv {
  increment(key: string, options: { readonly by?: number; readonly expiresIn: number }): Promise<number>
  expiresIn(key: string): Promise<number | null>
}

/**
 * A number of attempts that is allowed within a time.
 *
 * @example
 * ```ts
 * const resets: Limit = { name: 'reset', most: 5, window: 1_800_000 }
 * ```
 */
export interface Limit {
  readonly name: string
  readonly most: number
  /** The length of the time in milliseconds. */
  readonly window: number
}

/**
 * A limit for one user, address or device, which the parts of `of` name.
 *
 * @example
 * ```ts
 * const quota: Quota = { limit: resets, of: [address] }
 * ```
 */
export interface Quota {
  readonly limit: Limit
  readonly of: readonly string[]
}

/**
 * The answer to an attempt: it was counted and is allowed, or it is refused.
 *
 * @example
 * ```ts
 * const seconds = (taken: Taken) => (taken.allowed ? 0 : Math.ceil(taken.retryAfter / 1000))
 * ```
 */
export type Taken =
  | {
      readonly allowed: true
      /** Removes the attempt from the count, because it turned out to be harmless. */
      giveBack(): Promise<void>
    }
  | {
      readonly allowed: false
      readonly limit: Limit
      /** Milliseconds until an attempt is allowed again. */
      readonly retryAfter: number
    }

/**
 * Counts attempts.
 *
 * @example
 * ```ts
 * const taken = await limiter.take({ limit: resets, of: [address] })
 * ```
 */
export interface Limiter {
  /**
   * Counts an attempt in every quota, or in none when one of them is used up. It counts and decides in one step, so a
   * hundred simultaneous attempts get no further than a hundred in a row. A refused attempt is not counted and no
   * window moves, so an attempt is always allowed after the wait.
   *
   * @throws AuthError `UNAVAILABLE` when the store does not answer; no attempt is allowed then.
   */
  take(...quotas: readonly Quota[]): Promise<Taken>
}

/**
 * Makes a limiter over a key-value store that all servers share. Keys are digests, so no personal data is kept.
 *
 * @example
 * ```ts
 * const limiter = createLimiter(kvstore)
 * const taken = await limiter.take({ limit: { name: 'reset', most: 5, window: 1_800_000 }, of: [address] })
 * if (!taken.allowed) throw new TooManyRequests(taken.retryAfter)
 * ```
 */
export function createLimiter(kv: LimiterKv): Limiter {
  const count = (quota: Quota, by: number) =>
    known(() => kv.increment(keyOf(quota), { by, expiresIn: quota.limit.window }))
  const giveBack = async (quotas: readonly Quota[]) => {
    await Promise.all(quotas.map(quota => count(quota, -1)))
  }
  return {
    async take(...quotas) {
      for (const [i, quota] of quotas.entries()) {
        if ((await count(quota, 1)) <= quota.limit.most) continue
        const left = await known(() => kv.expiresIn(keyOf(quota)))
        await giveBack(quotas.slice(0, i + 1))
        return { allowed: false, limit: quota.limit, retryAfter: left ?? quota.limit.window }
      }
      return { allowed: true, giveBack: () => giveBack(quotas) }
    },
  }
}

function keyOf({ limit, of }: Quota): string {
  return `limit:${limit.name}:${createHash('sha256').update(JSON.stringify(of)).digest('base64url')}`
}

function known<Result>(work: () => Promise<Result>): Promise<Result> {
  return orUnavailable(work, "Attempts can't be counted right now. Check the key-value store and try again.")
}

import { hash } from 'node:crypto'
import { orUnavailable } from '../unavailable.ts'

/** How long a token is accepted after its `exp`, in milliseconds. Its revocation must last longer. */
const SKEW = 60_000
/** How long an answer of the durable records is reused, in milliseconds. A revocation may take this long to apply. */
const COPY_LIFE = 5000
const UNREACHABLE = "The record of revoked tokens can't be reached. Check the stores and try again."
const REVOKED = 'revoked'
const VALID = 'valid'

/**
 * The methods of a key-value store that revocation needs. `expiresIn` is in milliseconds.
 *
 * @example
 * ```ts
 * const kv: RevocationKv = kvstore // a store of @platform/kvstore fits
 * ```
 */
export interface RevocationKv {
  get(key: string): Promise<string | null | undefined>
  set(key: string, value: string, options: { readonly expiresIn: number }): Promise<unknown>
  setIfAbsent(key: string, value: string, options: { readonly expiresIn: number }): Promise<unknown>
  delete(key: string): Promise<unknown>
}

/**
 * Records that survive the loss of the key-value store. They may be removed after `expiresAt`.
 *
 * @example
 * ```ts
 * const options = (docs: RevocationDocs) => ({ kv, docs, maxLifetime })
 * ```
 */
export interface RevocationDocs {
  has(key: string): Promise<boolean>
  add(key: string, expiresAt: Date): Promise<unknown>
}

/**
 * Options of {@link createRevocation}.
 *
 * @example
 * ```ts
 * const options: RevocationOptions = { kv, maxLifetime: 90 * 86_400_000 }
 * ```
 */
export interface RevocationOptions {
  readonly kv: RevocationKv
  /**
   * The durable records decide, and `kv` answers in their place for at most 5 s. Without records, `kv` decides alone.
   */
  readonly docs?: RevocationDocs | undefined
  /** How long the revocation of a token without `exp` lasts, in milliseconds. */
  readonly maxLifetime: number
  /** The clock, in milliseconds. @defaultValue Date.now */
  readonly now?: (() => number) | undefined
}

/**
 * The key of a revocation. It is never the token's text, because one token can be written in several ways.
 *
 * @example
 * ```ts
 * const { userId, jti }: RevokedToken = await tokens.verify(token, { kind: 'session' })
 * ```
 */
export interface RevokedToken {
  readonly userId: string
  readonly jti: string
}

/**
 * Revokes tokens and says which are revoked.
 *
 * @example
 * ```ts
 * const signOut = (revocation: Revocation, token: VerifiedToken) => revocation.revoke(token)
 * ```
 */
export interface Revocation {
  /**
   * Revokes a token for the rest of its life.
   * @throws AuthError `UNAVAILABLE` when it could not be recorded.
   */
  revoke(token: RevokedToken & { readonly expiresAt?: Date | undefined }): Promise<void>
  /**
   * Says whether a token is revoked.
   * @throws AuthError `UNAVAILABLE` when that can't be known, so that an unknown token never counts as good.
   */
  isRevoked(token: RevokedToken): Promise<boolean>
  /**
   * Says that `kv` may lack a revocation, because it could not be reached lately. The durable records are then asked
   * until every answer that `kv` had before is gone, which takes 5 s.
   */
  distrustKv(): void
}

/**
 * Revocation by user and `jti`, so that one user's token id says nothing about another's.
 *
 * @example
 * ```ts
 * const revocation = createRevocation({ kv, maxLifetime: 90 * 24 * 60 * 60 * 1000 })
 * await revocation.revoke(token)
 * await revocation.isRevoked(token) // true
 * ```
 */
export function createRevocation({ kv, docs, maxLifetime, now = Date.now }: RevocationOptions): Revocation {
  const read = async (key: string) => kv.get(key)
  const write = async (key: string, value: string, expiresIn: number) => kv.set(key, value, { expiresIn })
  const keep = async (key: string, value: string) => kv.setIfAbsent(key, value, { expiresIn: COPY_LIFE })
  let trustedFrom = Number.NEGATIVE_INFINITY
  return {
    async revoke(token) {
      const life = remainingLife(token.expiresAt, now()) ?? maxLifetime
      if (life <= 0) return
      const key = revocationKey(token)
      if (docs === undefined) {
        await orUnavailable(() => write(key, REVOKED, life), UNREACHABLE)
        return
      }
      await orUnavailable(() => docs.add(key, new Date(now() + life)), UNREACHABLE)
      // The durable records have the revocation. The copy in `kv` only saves reading them, but a copy that says the
      // opposite must go. A store that is too full for a value still deletes.
      await write(key, REVOKED, life)
        .catch(async () => kv.delete(key))
        .catch(() => undefined)
    },
    async isRevoked(token) {
      const key = revocationKey(token)
      if (docs === undefined) return (await orUnavailable(() => read(key), UNREACHABLE)) === REVOKED
      const copy = await read(key).catch(() => null)
      if (copy === REVOKED) return true
      if (copy === VALID && performance.now() >= trustedFrom) return false
      const revoked = await orUnavailable(() => docs.has(key), UNREACHABLE)
      // Set only an absent key, because a revocation that was recorded meanwhile must stay.
      await keep(key, revoked ? REVOKED : VALID).catch(() => undefined)
      return revoked
    },
    distrustKv() {
      trustedFrom = performance.now() + COPY_LIFE
    },
  }
}

function revocationKey({ userId, jti }: RevokedToken): string {
  return `revoked:${hash('sha256', JSON.stringify([userId, jti]), 'base64url')}`
}

/** The remaining time in milliseconds; `null` when the token has no known end. */
function remainingLife(expiresAt: Date | undefined, now: number): number | null {
  const end = expiresAt?.getTime() ?? Number.NaN
  return Number.isNaN(end) ? null : end + SKEW - now
}

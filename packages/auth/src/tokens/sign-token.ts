import { randomUUID } from 'node:crypto'
import { CompactSign } from 'jose/jws/compact/sign'
import { AuthError } from '../errors.ts'
import type { KeySet } from '../keys/key-set.ts'
import { type AuditRules, isUserId } from './audit.ts'
import { claimAt, isRegisteredClaim } from './claim-path.ts'
import { MAXIMUM_TOKEN_LENGTH } from './compact.ts'
import { audienceOf, headerType, type TokenKind } from './kinds.ts'

/**
 * The content of a token to sign.
 *
 * @example
 * ```ts
 * const request: TokenRequest = { kind: 'session', userId: user.id }
 * ```
 */
export interface TokenRequest {
  readonly kind: TokenKind
  readonly userId: string
  /**
   * The lifetime in milliseconds, rounded up to seconds. @defaultValue the configured expiry; `personal` tokens never
   * expire
   */
  readonly expiresIn?: number | undefined
  /**
   * The user's `validAfter`. The token is dated after it, which may be up to a second ahead of the clock.
   */
  readonly issuedAfter?: Date | null | undefined
  /** Further claims. Registered claims and the claim of the user's id are refused. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined
}

/**
 * A new token.
 *
 * @example
 * ```ts
 * const { token, jti }: SignedToken = await tokens.sign(request)
 * ```
 */
export interface SignedToken {
  readonly token: string
  readonly jti: string
  readonly expiresAt?: Date
  readonly claims: Readonly<Record<string, unknown>>
}

export interface Signing {
  readonly keys: KeySet
  readonly rules: AuditRules
  /** Milliseconds. */
  readonly expiry: number
  /** Milliseconds. */
  readonly now: number
}

/** Signs a token that `verify` accepts for the same kind. A token that it would not accept is refused here. */
export async function signToken(request: TokenRequest, signing: Signing): Promise<SignedToken> {
  if (!isUserId(request.userId))
    throw notSignable('the user id must be a text of 1 to 255 characters without control characters')
  checkExtraClaims(request.claims ?? {}, signing.rules)
  const issuedAt = Math.max(Math.floor(signing.now / 1000), secondAfter(request.issuedAfter))
  const lifetime = lifetimeOf(request, signing)
  const jti = randomUUID()
  const claims = {
    ...request.claims,
    ...partyClaims(request.kind, signing.rules),
    ...claimAt(signing.rules.userIdPath, request.userId),
    jti,
    iat: issuedAt,
    ...(lifetime !== null && { exp: issuedAt + lifetime }),
  }
  const token = await compact(claims, request.kind, signing.keys)
  if (token.length > MAXIMUM_TOKEN_LENGTH)
    throw notSignable(`it would be longer than ${MAXIMUM_TOKEN_LENGTH} characters`)
  return { token, jti, ...(lifetime !== null && { expiresAt: new Date((issuedAt + lifetime) * 1000) }), claims }
}

/** The first whole second after a time; 0 without a time. */
function secondAfter(moment: Date | null | undefined): number {
  return moment ? Math.floor(moment.getTime() / 1000) + 1 : 0
}

function checkExtraClaims(claims: Readonly<Record<string, unknown>>, rules: AuditRules): void {
  const isReserved = (name: string) => name === '__proto__' || name === rules.userIdPath[0] || isRegisteredClaim(name)
  const reserved = Object.keys(claims).find(isReserved)
  if (reserved === undefined) return
  throw new AuthError('CLAIM_RESERVED', `The claim "${reserved}" is set by the platform, choose another name.`)
}

/** The lifetime in seconds; `null` for a token without an end. */
function lifetimeOf({ kind, expiresIn }: TokenRequest, { expiry, rules }: Signing): number | null {
  if (expiresIn === undefined && kind === 'personal') return null
  const seconds = Math.ceil((expiresIn ?? expiry) / 1000)
  if (!(seconds > 0 && Number.isFinite(seconds))) throw notSignable('expiresIn must be more than 0 ms')
  if (kind === 'session' && seconds > rules.maximumLifetime) {
    throw notSignable(`a session lives at most ${rules.maximumLifetime} s`)
  }
  return seconds
}

function partyClaims(kind: TokenKind, { issuer, audience }: AuditRules): Record<string, string> {
  return {
    ...(issuer !== null && { iss: issuer }),
    ...(audience !== null && { aud: audienceOf(kind, audience) }),
  }
}

function compact(claims: object, kind: TokenKind, keys: KeySet): Promise<string> {
  const { kid, key } = keys.signingKey()
  return new CompactSign(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader({ alg: keys.algorithm, typ: headerType(kind), ...(kid !== undefined && { kid }) })
    .sign(key)
}

function notSignable(reason: string): AuthError {
  return new AuthError('TOKEN_NOT_SIGNABLE', `The token can't be made: ${reason}.`)
}

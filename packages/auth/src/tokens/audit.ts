import { z } from 'zod'
import { readClaim } from './claim-path.ts'
import { audienceOf, type TokenKind } from './kinds.ts'
import { TokenError } from './token-error.ts'

/** How far two clocks may be apart, in seconds. */
const SKEW = 60

/**
 * How long an expired token is still accepted, because clocks differ. Milliseconds.
 *
 * @example
 * const isAccepted = (expiresAt: Date) => Date.now() < expiresAt.getTime() + EXPIRY_TOLERANCE
 */
export const EXPIRY_TOLERANCE = SKEW * 1_000
const MAXIMUM_JTI = 256
const MAXIMUM_USER_ID = 255
/** The last second that a JavaScript date can represent. */
const LAST_SECOND = 8.64e12

/** Seconds; a fraction is cut off. Infinity, text and null are not times. */
const time = z.number().min(0).max(LAST_SECOND).transform(Math.trunc).optional()
const claimTypes = z.looseObject({ jti: z.string().min(1).max(MAXIMUM_JTI), iat: time, nbf: time, exp: time })
/** Claims of the right types, which are checked at each use. */
export type Claims = z.infer<typeof claimTypes>

/** The rules that claims are checked by. `null` means that a claim is not checked. Times are in seconds. */
export interface AuditRules {
  readonly issuer: string | null
  readonly audience: string | null
  readonly userIdPath: readonly string[]
  readonly maximumLifetime: number
  readonly requireExpiry: boolean
}

/**
 * A token whose signature and claims have been checked.
 *
 * @example
 * ```ts
 * const { userId, claims }: VerifiedToken = await tokens.verify(token, { kind: 'session' })
 * ```
 */
export interface VerifiedToken {
  readonly kind: TokenKind
  readonly userId: string
  /** The token's id, unique for each user. A revocation is recorded under it. */
  readonly jti: string
  readonly issuedAt?: Date
  readonly expiresAt?: Date
  /**
   * All signed claims. Claims other than those above come from the issuer and are not checked; never read roles from
   * them.
   */
  readonly claims: Readonly<Record<string, unknown>>
}

/** One check: the expected kind, the rules and the time. */
export interface Audit {
  readonly kind: TokenKind
  readonly rules: AuditRules
  /** Milliseconds. */
  readonly now: number
}

/**
 * Checks the types of the claims of a payload whose signature was right. Libraries check times, issuer and audience; a
 * text, an object or an infinite time would be accepted as a time.
 *
 * @param given - the parsed payload; `undefined` when it is no JSON
 * @throws TokenError
 */
export function typedClaims(given: unknown): Claims {
  const parsed = claimTypes.safeParse(given)
  if (parsed.success) return parsed.data
  throw claimError(String(parsed.error.issues[0]?.path[0] ?? 'payload'))
}

/**
 * Checks times, issuer, audience and user. The token gets a copy of the claims when it is asked for them, so that no
 * reader can change those of another.
 *
 * @throws TokenError
 */
export function auditClaims(claims: Claims, audit: Audit): VerifiedToken {
  auditTimes(claims, audit)
  auditParties(claims, audit)
  const { userIdPath } = audit.rules
  const userId = readClaim(claims, userIdPath)
  if (!isUserId(userId)) throw claimError(userIdPath.join('.'))
  let own: Claims | undefined
  return {
    kind: audit.kind,
    userId,
    jti: claims.jti,
    ...(claims.iat !== undefined && { issuedAt: new Date(claims.iat * 1000) }),
    ...(claims.exp !== undefined && { expiresAt: new Date(claims.exp * 1000) }),
    get claims() {
      own ??= structuredClone(claims)
      return own
    },
  }
}

/**
 * Says whether a value can be the id of a user: a text of 1 to 255 characters that is safe as a key and in a log.
 *
 * @example
 * ```ts
 * isUserId('user-1') // true
 * isUserId({ $gt: '' }) // false
 * ```
 */
export function isUserId(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length >= 1 &&
    value.length <= MAXIMUM_USER_ID &&
    value !== '__proto__' &&
    value.isWellFormed() &&
    !/\p{Cc}/u.test(value)
  )
}

function auditTimes({ exp, nbf, iat }: Claims, { kind, rules, now }: Audit): void {
  const seconds = Math.floor(now / 1000)
  if (nbf !== undefined && nbf > seconds + SKEW) throw new TokenError('early', { claim: 'nbf' })
  if (iat !== undefined && iat > seconds + SKEW) throw new TokenError('early', { claim: 'iat' })
  if (exp === undefined) {
    if (needsExpiry(kind, rules)) throw claimError('exp')
    return
  }
  if (exp + SKEW <= seconds) throw new TokenError('expired')
  // Other services issue sessions too, so their lifetime is checked. All other kinds are signed here only.
  if (kind === 'session' && exp - (iat ?? seconds) > rules.maximumLifetime)
    throw new TokenError('lifetime', { claim: 'exp' })
}

function needsExpiry(kind: TokenKind, rules: AuditRules): boolean {
  if (kind === 'personal') return false
  return kind === 'session' ? rules.requireExpiry : true
}

function auditParties({ iss, aud }: Claims, { kind, rules }: Audit): void {
  if (rules.issuer !== null && iss !== rules.issuer) throw new TokenError('issuer', { claim: 'iss' })
  if (rules.audience === null) return
  const expected = audienceOf(kind, rules.audience)
  const audiences: unknown[] = Array.isArray(aud) ? aud : [aud]
  const allTexts = audiences.every(audience => typeof audience === 'string')
  if (!allTexts || !audiences.includes(expected)) throw new TokenError('audience', { claim: 'aud' })
}

function claimError(claim: string): TokenError {
  return new TokenError('claims', { claim })
}

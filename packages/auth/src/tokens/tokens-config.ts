import { AuthError } from '../errors.ts'
import type { AuditRules } from './audit.ts'
import { parseClaimPath } from './claim-path.ts'

const DAY = 24 * 60 * 60 * 1000
/** Sessions may always last this long, also with a shorter `expiry`, because other services choose their own. */
const LONGEST_USUAL_SESSION = 31 * DAY

/**
 * The part of the configuration that tokens depend on.
 *
 * @example
 * ```ts
 * const options = (config: TokensConfig) => ({ keys, config })
 * ```
 */
export interface TokensConfig {
  /** `PLATFORM_JWT_EXPIRY` in milliseconds. */
  readonly expiry: number
  /** `PLATFORM_JWT_ISSUER`, claim `iss`. */
  readonly issuer: string
  /** `PLATFORM_JWT_AUDIENCE`, claim `aud`. */
  readonly audience: string
  /** `true` neither signs nor checks `iss`. */
  readonly disableIssuer: boolean
  /** `true` neither signs nor checks `aud`. */
  readonly disableAudience: boolean
  /** `PLATFORM_JWT_USER_ID_CLAIM`; dots separate nested names. */
  readonly userIdClaim: string
  /** Whether session tokens without `exp` are refused. @defaultValue false */
  readonly requireExpiry?: boolean | undefined
}

/**
 * Makes the rules by which tokens are signed and checked.
 *
 * @throws AuthError `TOKENS_CONFIG_INVALID`.
 */
export function tokenRules(config: TokensConfig): AuditRules {
  if (!(config.expiry >= 1000 && Number.isFinite(config.expiry)))
    throw invalid('The expiry of tokens must be at least 1000 ms.')
  if (!config.disableIssuer && config.issuer === '') throw invalid('The issuer is empty. Set one, or disable it.')
  if (!config.disableAudience && config.audience === '') throw invalid('The audience is empty. Set one, or disable it.')
  return {
    issuer: config.disableIssuer ? null : config.issuer,
    audience: config.disableAudience ? null : config.audience,
    userIdPath: parseClaimPath(config.userIdClaim),
    maximumLifetime: Math.max(2 * config.expiry, LONGEST_USUAL_SESSION) / 1000,
    requireExpiry: config.requireExpiry ?? false,
  }
}

function invalid(message: string): AuthError {
  return new AuthError('TOKENS_CONFIG_INVALID', message)
}

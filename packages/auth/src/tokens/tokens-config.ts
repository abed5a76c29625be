import { AuthError } from '../errors.ts'
import type { AuditRules } from './audit.ts'
import { parseClaimPath } from './claim-path.ts'

const DAY = 24 * 60 * 60 * 1000
/** Sessions may live this long whatever `expiry` says: other services choose their own. */
const LONGEST_USUAL_SESSION = 31 * DAY

/** The part of the configuration that tokens depend on. */
export interface TokensConfig {
  /** `PLATFORM_JWT_EXPIRY` in milliseconds. */
  readonly expiry: number
  /** `PLATFORM_JWT_ISSUER`, claim `iss`. */
  readonly issuer: string
  /** `PLATFORM_JWT_AUDIENCE`, claim `aud`. */
  readonly audience: string
  /** Neither sign nor check `iss`. */
  readonly disableIssuer: boolean
  /** Neither sign nor check `aud`. */
  readonly disableAudience: boolean
  /** `PLATFORM_JWT_USER_ID_CLAIM`; dots nest. */
  readonly userIdClaim: string
  /** Whether session tokens without `exp` are refused. Default `true`. */
  readonly requireExpiry?: boolean | undefined
}

/**
 * The rules that tokens are made and checked by.
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
    requireExpiry: config.requireExpiry ?? true,
  }
}

function invalid(message: string): AuthError {
  return new AuthError('TOKENS_CONFIG_INVALID', message)
}

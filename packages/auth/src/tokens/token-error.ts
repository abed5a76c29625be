import { AuthError } from '../errors.ts'

/**
 * Why a token was refused.
 *
 * | reason | meaning |
 * |---|---|
 * | `malformed` | not three canonical base64url parts, too long, or a header we don't read |
 * | `algorithm` | signed with another algorithm than the configured one |
 * | `kind` | a good token for another purpose |
 * | `key` | its `kid` names no key of ours |
 * | `signature` | the signature does not match |
 * | `expired` | `exp` is more than 60 s ago |
 * | `early` | `nbf` or `iat` is more than 60 s ahead: a clock is wrong somewhere |
 * | `lifetime` | lives longer than a session may |
 * | `issuer`, `audience` | made by or for someone else |
 * | `revoked` | signed out, or from before the user's tokens were ended; `verify` itself never says so |
 * | `user` | the user it is for does not exist |
 * | `claims` | a claim is missing or of the wrong type; `claim` says which |
 */
export type TokenRefusal =
  | 'malformed'
  | 'algorithm'
  | 'kind'
  | 'key'
  | 'signature'
  | 'expired'
  | 'early'
  | 'lifetime'
  | 'issuer'
  | 'audience'
  | 'revoked'
  | 'user'
  | 'claims'

/**
 * A token that is not accepted (code `TOKEN_INVALID`). `reason` and `claim` are for logs; `message` and
 * the JSON form say the same for every cause, because they may reach whoever sent the token.
 *
 * @example
 * ```ts
 * if (error instanceof TokenError) log.info({ reason: error.reason, claim: error.claim }, 'token refused')
 * ```
 */
export class TokenError extends AuthError {
  override readonly name = 'TokenError'
  readonly reason: TokenRefusal
  readonly claim?: string

  constructor(reason: TokenRefusal, details: { claim?: string; cause?: unknown } = {}) {
    super('TOKEN_INVALID', 'The token is not valid. Sign in again for a new one.', { cause: details.cause })
    this.reason = reason
    if (details.claim !== undefined) this.claim = details.claim
  }

  toJSON(): { code: string; message: string } {
    return { code: this.code, message: this.message }
  }
}

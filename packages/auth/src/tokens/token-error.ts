import { AuthError } from '../errors.ts'

/**
 * The reason why a token was refused.
 *
 * | reason | meaning |
 * |---|---|
 * | `malformed` | it is not three canonical base64url parts, is too long, or has an unknown header |
 * | `algorithm` | it is signed with another algorithm than the configured one |
 * | `kind` | it is valid for another purpose |
 * | `key` | its `kid` names no configured key |
 * | `signature` | the signature does not match |
 * | `expired` | `exp` is more than 60 s ago |
 * | `early` | `nbf` or `iat` is more than 60 s ahead, because a clock is wrong |
 * | `lifetime` | it lasts longer than a session may |
 * | `issuer`, `audience` | it was issued by or for another service |
 * | `revoked` | the user signed out, or ended all tokens after it was issued; `verify` itself never gives this reason |
 * | `user` | its user does not exist |
 * | `claims` | a claim is missing or has the wrong type; `claim` names it |
 *
 * @example
 * ```ts
 * const isOver = (reason: TokenRefusal) => reason === 'expired' || reason === 'revoked'
 * ```
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
 * The error of a refused token, with the code `TOKEN_INVALID`. `reason` and `claim` are for logs. `message` and the
 * JSON form are the same for every reason, because the sender of the token may see them.
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

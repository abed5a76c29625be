/**
 * A `code` of {@link AuthError}.
 *
 * @example
 * ```ts
 * const mayRetry = (code: AuthErrorCode) => code === 'UNAVAILABLE'
 * ```
 */
export type AuthErrorCode =
  | 'BAD_REQUEST'
  | 'CLAIM_RESERVED'
  | 'COOKIE_NAME_INVALID'
  | 'KEYS_CANNOT_SIGN'
  | 'KEYS_INVALID'
  | 'PASSWORD_INVALID'
  | 'PASSWORD_LENGTH'
  | 'PASSWORD_REQUIRED'
  | 'PERMISSION_UNKNOWN'
  | 'ROLE_UNKNOWN'
  | 'TOKENS_CONFIG_INVALID'
  | 'TOKEN_INVALID'
  | 'TOKEN_NOT_SIGNABLE'
  | 'UNAVAILABLE'

/**
 * The error of every function of this package. Its `code` never changes. The message says what is wrong and how to fix
 * it, and never contains a secret, a token or a password.
 *
 * @example
 * ```ts
 * try { await verifyPassword(user.password, password) } catch (error) {
 *   if (error instanceof AuthError && error.code === 'UNAVAILABLE') return response.status(503)
 *   throw error
 * }
 * ```
 */
export class AuthError extends Error {
  override readonly name: string = 'AuthError'
  readonly code: AuthErrorCode

  constructor(code: AuthErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

import { AlreadyExistsError, NotAuthorizedError, NotFoundError, PlatformError } from '@platform/plugin-sdk'

interface Options {
  readonly status?: number
  readonly translation_key?: string
}

/** An expected error with the arguments of older plugins: message, `{ status, translation_key }`, metadata. */
export class ExpectedError extends PlatformError {
  constructor(
    message: string,
    { status = 400, translation_key: key = 'ERROR' }: Options = {},
    metadata: Record<string, unknown> = {},
  ) {
    super(key, message, { status, metadata })
  }
}

const named = (code: string, status: number, message: string) =>
  class extends PlatformError {
    constructor(metadata: Record<string, unknown> = {}) {
      super(code, message, { status, metadata })
    }
  }

/** The error classes, for plugins that import `errors`. */
export const errors = {
  PlatformError,
  ExpectedError,
  ErrNotAuthorized: NotAuthorizedError,
  ErrNotFound: NotFoundError,
  ErrAlreadyExists: AlreadyExistsError,
  ErrEmailTaken: named('EMAIL_IN_USE', 400, 'There is an account with this e-mail address'),
  ErrUsernameTaken: named('USERNAME_IN_USE', 400, 'This username is taken'),
  ErrMissingEmail: named('EMAIL_REQUIRED', 400, 'Give an e-mail address'),
  ErrMaxRateLimit: named('RATE_LIMIT_EXCEEDED', 429, 'Too often; try again later'),
  ErrAuthentication: named('AUTHENTICATION', 401, 'You could not be signed in'),
  ErrCommentTooShort: named('COMMENT_TOO_SHORT', 400, 'Write a little more'),
}

export default errors
export { errors as 'module.exports' }

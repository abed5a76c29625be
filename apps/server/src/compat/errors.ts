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

/** A class of errors. Its arguments are the metadata, or the values of the named fields one after another. */
const named = (code: string, status: number, message: string, ...fields: readonly string[]) =>
  class extends PlatformError {
    constructor(...given: readonly unknown[]) {
      const [first] = given
      const whole = typeof first === 'object' && first !== null
      super(code, message, {
        status,
        metadata: whole
          ? { ...first }
          : Object.fromEntries(fields.flatMap((field, i) => (given[i] === undefined ? [] : [[field, given[i]]]))),
      })
    }
  }

/** The error classes, for plugins that import `errors`. */
export const errors = {
  PlatformError,
  ExpectedError,
  ExtendableError: Error,
  ErrNotAuthorized: NotAuthorizedError,
  ErrNotFound: NotFoundError,
  ErrHTTPNotFound: NotFoundError,
  ErrAlreadyExists: AlreadyExistsError,
  ErrAssetCommentingClosed: named('COMMENTING_CLOSED', 400, 'This discussion is closed', 'closedMessage'),
  ErrAssetURLAlreadyExists: named('ASSET_URL_ALREADY_EXISTS', 409, 'There is an asset with this address'),
  ErrAuthentication: named('AUTHENTICATION', 401, 'You could not be signed in', 'message'),
  ErrCannotIgnoreStaff: named('CANNOT_IGNORE_STAFF', 400, 'Staff can not be ignored'),
  ErrCommentingDisabled: named('COMMENTING_DISABLED', 400, 'Nobody can write comments at the moment', 'message'),
  ErrCommentTooLong: named('COMMENT_TOO_LONG', 400, 'Write a shorter comment', 'length', 'allowed'),
  ErrCommentTooShort: named('COMMENT_TOO_SHORT', 400, 'Write a little more', 'length'),
  ErrContainsProfanity: named('PROFANITY_ERROR', 400, 'A word in this text is not allowed', 'phrase'),
  ErrEditWindowHasEnded: named('EDIT_WINDOW_ENDED', 403, 'This comment can not be edited any more'),
  ErrEmailAlreadyVerified: named('EMAIL_ALREADY_VERIFIED', 409, 'This e-mail address is confirmed already'),
  ErrEmailTaken: named('EMAIL_IN_USE', 400, 'There is an account with this e-mail address'),
  ErrEmailVerificationToken: named('EMAIL_VERIFICATION_TOKEN_INVALID', 400, 'This link does not work any more'),
  ErrInstallLock: named('INSTALL_LOCK', 500, 'The set-up of this site is locked'),
  ErrInvalidAssetURL: named('INVALID_ASSET_URL', 400, 'This address can not have a discussion'),
  ErrLoginAttemptMaximumExceeded: named('LOGIN_MAXIMUM_EXCEEDED', 429, 'Too many attempts; try again later'),
  ErrMaxRateLimit: named('RATE_LIMIT_EXCEEDED', 429, 'Too often; try again later', 'max', 'tries'),
  ErrMissingEmail: named('EMAIL_REQUIRED', 400, 'Give an e-mail address'),
  ErrMissingPassword: named('PASSWORD_REQUIRED', 400, 'Give a password'),
  ErrMissingUsername: named('USERNAME_REQUIRED', 400, 'Give a username'),
  ErrNotVerified: named('EMAIL_NOT_VERIFIED', 401, 'Confirm your e-mail address first'),
  ErrParentDoesNotVisible: named('COMMENT_PARENT_NOT_VISIBLE', 400, 'The comment that you answer is not visible'),
  ErrPasswordIncorrect: named('PASSWORD_INCORRECT', 400, 'The password is not the one of this account'),
  ErrPasswordResetToken: named('PASSWORD_RESET_TOKEN_INVALID', 400, 'This link does not work any more'),
  ErrPasswordTooShort: named('PASSWORD_LENGTH', 400, 'Choose a longer password'),
  ErrPermissionUpdateUsername: named('EDIT_USERNAME_NOT_AUTHORIZED', 403, 'You can not change your username now'),
  ErrSameUsernameProvided: named('SAME_USERNAME_PROVIDED', 400, 'This is your username already'),
  ErrSettingsInit: named('SETTINGS_INIT', 500, 'This site is set up already'),
  ErrSettingsNotInit: named('SETTINGS_NOT_INIT', 500, 'This site is not set up yet'),
  ErrSpecialChars: named('NO_SPECIAL_CHARACTERS', 400, 'Use letters, digits and underscores only'),
  ErrUsernameTaken: named('USERNAME_IN_USE', 400, 'This username is taken'),
}

/** The same classes by name: an ES module writes `import { ErrNotFound } from 'errors'`. */
export const {
  ExtendableError,
  ErrNotAuthorized,
  ErrNotFound,
  ErrHTTPNotFound,
  ErrAlreadyExists,
  ErrAssetCommentingClosed,
  ErrAssetURLAlreadyExists,
  ErrAuthentication,
  ErrCannotIgnoreStaff,
  ErrCommentingDisabled,
  ErrCommentTooLong,
  ErrCommentTooShort,
  ErrContainsProfanity,
  ErrEditWindowHasEnded,
  ErrEmailAlreadyVerified,
  ErrEmailTaken,
  ErrEmailVerificationToken,
  ErrInstallLock,
  ErrInvalidAssetURL,
  ErrLoginAttemptMaximumExceeded,
  ErrMaxRateLimit,
  ErrMissingEmail,
  ErrMissingPassword,
  ErrMissingUsername,
  ErrNotVerified,
  ErrParentDoesNotVisible,
  ErrPasswordIncorrect,
  ErrPasswordResetToken,
  ErrPasswordTooShort,
  ErrPermissionUpdateUsername,
  ErrSameUsernameProvided,
  ErrSettingsInit,
  ErrSettingsNotInit,
  ErrSpecialChars,
  ErrUsernameTaken,
} = errors
export { PlatformError }
export default errors
export { errors as 'module.exports' }

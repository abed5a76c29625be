import type { PageTranslator } from './languages/page-translator.ts'
import type { PageTextName } from './texts/en.ts'

/** An error as the server makes it, with an English message. */
export interface Refusal {
  readonly code: string
  readonly message: string
  readonly status?: number | undefined
  /** The field that the refusal is about. */
  readonly field?: string | null | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
}

/** The texts of refusals by code, for some codes with a field or status behind it. */
const TEXTS: Readonly<Record<string, PageTextName>> = {
  AUTHENTICATION_REQUIRED: 'notSignedIn',
  INTERNAL: 'unavailable',
  PLUGIN_FAILED: 'unavailable',
  ALREADY_INSTALLED: 'setUpAlready',
  BAD_REQUEST: 'invalid',
  BAD_USER_INPUT: 'invalid',
  'BAD_USER_INPUT after': 'placeUnknown',
  'BAD_USER_INPUT email': 'emailOwn',
  'BAD_USER_INPUT name': 'tokenNameLength',
  'BAD_USER_INPUT username': 'usernameNotTyped',
  CSRF_REJECTED: 'otherSite',
  DECIDED_MEANWHILE: 'decidedMeanwhile',
  DELETION_ALREADY_SCHEDULED: 'deletedAlready',
  DELETION_NOT_SCHEDULED: 'notDeleted',
  DOWNLOAD_TOKEN_INVALID: 'linkOver',
  DUPLICATE_LOCAL_PROFILE: 'emailInUse',
  EDIT_USERNAME_NOT_AUTHORIZED: 'usernameTooSoon',
  EMAIL_IN_USE: 'emailInUse',
  EMAIL_INVALID: 'emailInvalid',
  EMAIL_NOT_VERIFIED: 'emailUnconfirmed',
  EMAIL_REQUIRED: 'emailMissing',
  EMAIL_VERIFICATION_TOKEN_INVALID: 'linkOver',
  HANDOFF_UNKNOWN: 'windowUnknown',
  INSTALL_LOCKED: 'setUpLocked',
  INVALID_ASSET_URL: 'noSuchPage',
  LAST_ADMIN: 'lastAdministrator',
  LOCAL_PROFILE: 'hasPassword',
  MAIL_UNAVAILABLE: 'mailUnavailable',
  METHOD_NOT_ALLOWED: 'notPossible',
  NOT_A_MODERATOR: 'forModerators',
  NOT_AUTHORIZED: 'notAllowed',
  'NOT_AUTHORIZED 401': 'signInWrong',
  NOT_FOUND: 'nothingHere',
  'NOT_FOUND user': 'userGone',
  NO_SPECIAL_CHARACTERS: 'usernameCharacters',
  ORIGIN_NOT_ALLOWED: 'siteForeign',
  PASSWORD_AGAIN: 'passwordMissing',
  PASSWORD_INCORRECT: 'passwordWrong',
  PASSWORD_INVALID: 'passwordLength',
  PASSWORD_LENGTH: 'passwordLength',
  PASSWORD_REQUIRED: 'passwordLength',
  PASSWORD_RESET_TOKEN_INVALID: 'linkOver',
  PASSWORD_WEAK: 'passwordWeak',
  PAYLOAD_TOO_LARGE: 'invalid',
  PROFANITY_ERROR: 'usernameOther',
  PROVIDER_ANSWER_INVALID: 'providerFailed',
  PROVIDER_DENIED: 'providerDenied',
  PROVIDER_FAILED: 'providerFailed',
  SAME_USERNAME_PROVIDED: 'usernameSame',
  SIGN_IN_AGAIN: 'signInAgain',
  SIGN_IN_STALE: 'signInStale',
  TOKEN_INVALID: 'tokenInvalid',
  UNAVAILABLE: 'unavailable',
  UNSUPPORTED_MEDIA_TYPE: 'invalid',
  USERNAME_IN_USE: 'usernameTaken',
  USERNAME_LENGTH: 'usernameLength',
  USERNAME_REQUIRED: 'usernameMissing',
}

const TOO_OFTEN: readonly string[] = ['LOGIN_MAXIMUM_EXCEEDED', 'RATE_LIMIT_EXCEEDED']

/**
 * A refusal in the language of a page. In English it is the message of the server, which has the details. Codes of
 * plugins have no texts here, so their message is shown as it is.
 */
export function refusalText(texts: PageTranslator, { code, message, status, field, metadata = {} }: Refusal): string {
  const { host, retryAfter } = metadata
  const about = field ?? metadata['field']
  if (/^en\b/.test(texts.lang)) return message
  if (typeof retryAfter === 'number' && TOO_OFTEN.includes(code))
    return texts.text('tooOften', { time: texts.span(retryAfter) })
  if (code === 'INVALID_ASSET_URL' && typeof host === 'string') return texts.text('noDiscussionsOf', { host })
  const name = TEXTS[`${code} ${about}`] ?? TEXTS[`${code} ${status}`] ?? TEXTS[code]
  return name === undefined ? message : texts.text(name)
}

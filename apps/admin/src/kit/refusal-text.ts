import type { AdminTranslator } from '../app/context.ts'
import type { Refusal } from '../browser/graph.ts'
import type { AdminTextName } from '../texts/en.ts'

const TEXTS: Readonly<Record<string, AdminTextName>> = {
  UNREACHABLE: 'unreachable',
  NOT_AUTHORIZED: 'notAllowed',
  NOT_FOUND: 'goneMeanwhile',
  DECIDED_MEANWHILE: 'decidedAfter',
  RATE_LIMIT_EXCEEDED: 'tooFast',
  READ_TOO_LONG: 'readTooLong',
  LOGIN_MAXIMUM_EXCEEDED: 'tooManyPasswords',
  PASSWORD_AGAIN: 'passwordMissing',
  PASSWORD_INCORRECT: 'passwordIncorrect',
  SIGN_IN_AGAIN: 'signInAgain',
  LAST_ADMIN: 'lastAdministrator',
  EMAIL_IN_USE: 'emailInUse',
  EMAIL_INVALID: 'emailInvalid',
  EMAIL_REQUIRED: 'emailInvalid',
  MAIL_UNAVAILABLE: 'noMail',
  ASSET_URL_ALREADY_EXISTS: 'addressInUse',
  INVALID_ASSET_URL: 'addressNotPermitted',
}

/** The fields that are to blame for refusals which name none. */
const FIELDS: Readonly<Record<string, string>> = {
  LOGIN_MAXIMUM_EXCEEDED: 'password',
  PASSWORD_AGAIN: 'password',
  PASSWORD_INCORRECT: 'password',
  EMAIL_IN_USE: 'email',
  EMAIL_INVALID: 'email',
  EMAIL_REQUIRED: 'email',
  ASSET_URL_ALREADY_EXISTS: 'url',
  INVALID_ASSET_URL: 'url',
}

/** The name of the field that a refusal is about. */
export function fieldOf({ code, error }: Refusal): string | undefined {
  const { field_name: named } = error
  if (typeof named === 'string') return named
  return Object.hasOwn(FIELDS, code) ? FIELDS[code] : undefined
}

/** A refusal in the language of the user, or as the server says it. */
export function refusalText(texts: AdminTranslator, { code, message }: Pick<Refusal, 'code' | 'message'>): string {
  const name = Object.hasOwn(TEXTS, code) ? TEXTS[code] : undefined
  return name === undefined ? (message ?? texts.text('failed')) : texts.text(name)
}

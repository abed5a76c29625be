const MINIMUM_CHARACTERS = 8
/** Long enough for any phrase, short enough that hashing it costs no more than another. */
const MAXIMUM_BYTES = 1024

/** Why a text can't be a password; also error codes. */
export type PasswordProblem = 'PASSWORD_REQUIRED' | 'PASSWORD_LENGTH' | 'PASSWORD_INVALID'

/**
 * Whether a value may become a password: at least 8 characters (Unicode code points, in composed form),
 * at most 1024 bytes, no NUL and no broken surrogates. Spaces and every script are welcome.
 *
 * @returns `null` when it may; `PASSWORD_REQUIRED` for anything but a text and for an empty one
 *
 * @example
 * ```ts
 * passwordProblem('correct horse') // null
 * passwordProblem('short') // 'PASSWORD_LENGTH'
 * ```
 */
export function passwordProblem(password: unknown): PasswordProblem | null {
  if (typeof password !== 'string' || password === '') return 'PASSWORD_REQUIRED'
  if (!fitsHash(password)) return 'PASSWORD_LENGTH'
  if (!password.isWellFormed() || password.includes('\0')) return 'PASSWORD_INVALID'
  return [...password.normalize('NFC')].length < MINIMUM_CHARACTERS ? 'PASSWORD_LENGTH' : null
}

/** Checked before anything is done with a text: its size is the sender's choice. */
export function fitsHash(password: string): boolean {
  return password.length <= MAXIMUM_BYTES && Buffer.byteLength(password) <= MAXIMUM_BYTES
}

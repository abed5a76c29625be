const MINIMUM_CHARACTERS = 8
/** The most bytes of a password: enough for any phrase, and few enough to be hashed in the same time as others. */
const MAXIMUM_BYTES = 1024

/**
 * The reason why a text can't be a password, which is also an error code.
 *
 * @example
 * ```ts
 * const problem: PasswordProblem | null = passwordProblem('short') // 'PASSWORD_LENGTH'
 * ```
 */
export type PasswordProblem = 'PASSWORD_REQUIRED' | 'PASSWORD_LENGTH' | 'PASSWORD_INVALID'

/**
 * Checks whether a value may become a password. It needs at least 8 characters (Unicode code points, in composed form),
 * at most 1024 bytes, no NUL and no broken surrogates. Spaces and all scripts are allowed.
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

/** Says whether a text is short enough to be hashed. Check this first, because a sender can choose any size. */
export function fitsHash(password: string): boolean {
  return password.length <= MAXIMUM_BYTES && Buffer.byteLength(password) <= MAXIMUM_BYTES
}

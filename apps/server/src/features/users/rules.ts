import { passwordProblem } from '@platform/auth'
import { PlatformError } from '@platform/plugin-sdk'

/** The longest username somebody can choose. */
const LONGEST_USERNAME = 50
const RESERVED = ['admin', 'administrator', 'moderator', 'staff', 'system', 'me', '__proto__', 'constructor']

/** @throws PlatformError saying what is wrong with a username somebody chose. */
export function assertUsername(username: string): string {
  if (username === '') throw new PlatformError('USERNAME_REQUIRED', 'Choose a username')
  if (!/^[A-Za-z0-9_]+$/.test(username)) throw new PlatformError('NO_SPECIAL_CHARACTERS', 'A username has letters, digits and underscores only')
  if (username.length > LONGEST_USERNAME) throw new PlatformError('USERNAME_LENGTH', `A username has at most ${LONGEST_USERNAME} characters`)
  if (RESERVED.includes(username.toLowerCase())) throw new PlatformError('USERNAME_IN_USE', 'This username is taken')
  return username
}

/** @throws PlatformError saying what is wrong with an e-mail address. @returns its one form, in lower case. */
export function assertEmail(email: string): string {
  const address = email.trim().toLowerCase()
  if (address === '') throw new PlatformError('EMAIL_REQUIRED', 'Give an e-mail address')
  if (address.length > 254 || !/^[^\s@<>(),;:"\\[\]\p{Cc}]{1,64}@[^\s@<>(),;:"\\[\]_\p{Cc}]+$/u.test(address) || /\.\.|\.$|@\.|\.@|^\./.test(address) || !/@.*\./.test(address)) throw new PlatformError('EMAIL_INVALID', 'This is no e-mail address')
  return address
}

/** @throws PlatformError saying what is wrong with a new password. */
export function assertPassword(password: string): string {
  const problem = passwordProblem(password)
  if (problem) throw new PlatformError(problem, 'A password has at least 8 characters, and at most 1,024 bytes')
  return password
}

import { domainToASCII } from 'node:url'
import { isGuessable, passwordProblem } from '@platform/auth'
import { PlatformError } from '@platform/plugin-sdk'
import { normalForm } from '@platform/trust'

/** The most characters of an e-mail address, whose domain may be longer in its ASCII form. */
const LONGEST_EMAIL = 254
/** The most characters of a username that a user chooses. */
const LONGEST_USERNAME = 50
const RESERVED = [
  'admin',
  'administrator',
  'sysadmin',
  'moderator',
  'staff',
  'system',
  'support',
  'me',
  'proto',
  'constructor',
  'anonymous',
  'deleted',
  'null',
  'undefined',
]
/** The letters that digits and `l` are mistaken for. */
const LIKE: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', l: 'i' }
const RESERVED_SKELETONS = new Set(RESERVED.map(skeletonOf))

/** Checks a username that a user chose. @throws PlatformError that says what is wrong with it. */
export function assertUsername(username: string): string {
  if (username === '') throw new PlatformError('USERNAME_REQUIRED', 'Choose a username')
  if (!/^[A-Za-z0-9_]+$/.test(username))
    throw new PlatformError('NO_SPECIAL_CHARACTERS', 'A username has letters, digits and underscores only')
  if (username.length > LONGEST_USERNAME)
    throw new PlatformError('USERNAME_LENGTH', `A username has at most ${LONGEST_USERNAME} characters`)
  if (RESERVED_SKELETONS.has(skeletonOf(username)))
    throw new PlatformError('USERNAME_IN_USE', 'This username is reserved, or looks like one that is; choose another')
  return username
}

/** A form that similar-looking usernames share: `M0derator_` with `moderator`, `Adrnin` and `Admln` with `admin`. */
export function skeletonOf(username: string): string {
  const letters = username.toLowerCase().replace(/_/g, '').replace(/rn/g, 'm').replace(/vv/g, 'w')
  return letters.replace(/[0134578l]/g, each => LIKE[each] ?? each)
}

/**
 * Checks an e-mail address.
 *
 * @returns its canonical form, see {@link addressKey}.
 * @throws PlatformError that says what is wrong with it.
 */
export function assertEmail(email: string): string {
  const address = email.trim().toLowerCase()
  if (address === '') throw new PlatformError('EMAIL_REQUIRED', 'Give an e-mail address')
  if (
    address.length > LONGEST_EMAIL ||
    !/^[^\s@<>(),;:"\\[\]\p{Cc}]{1,64}@[^\s@<>(),;:"\\[\]_\p{Cc}]+$/u.test(address) ||
    /\.\.|\.$|@\.|\.@|^\./.test(address) ||
    !/@.*\./.test(address)
  )
    throw new PlatformError('EMAIL_INVALID', 'This is no e-mail address')
  const key = addressKey(address)
  if (key.endsWith('@') || key.length > LONGEST_EMAIL)
    throw new PlatformError('EMAIL_INVALID', 'This is no e-mail address')
  return key
}

/**
 * The canonical form of an e-mail address, by which accounts are found.
 *
 * @example
 * addressKey('Ada@MÜNCHEN.example') // 'ada@xn--mnchen-3ya.example'
 */
export function addressKey(email: string): string {
  const address = normalForm(email.trim().toLowerCase(), 'NFC')
  const at = address.lastIndexOf('@')
  return at < 0 ? address : `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`
}

/**
 * Checks a new password.
 *
 * @param known - texts that an attacker may know of the user: the username and the e-mail address
 * @throws PlatformError that says what is wrong with it.
 */
export function assertPassword(password: string, known: readonly string[]): string {
  const problem = passwordProblem(password)
  if (problem) throw new PlatformError(problem, 'A password has at least 8 characters, and at most 1,024 bytes')
  if (isGuessable(password, known))
    throw new PlatformError('PASSWORD_WEAK', 'This password is easy to guess; take a few words in a row')
  return password
}

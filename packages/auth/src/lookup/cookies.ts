import { parseCookie } from 'cookie'

/** The longest header that is read. Browsers and servers allow much less. */
const MAXIMUM_HEADER_LENGTH = 16 * 1024

/**
 * Reads and decodes the cookies of a `Cookie` header. Of two cookies with one name it returns the first. Names such as
 * `__proto__` are allowed. It ignores a header of more than 16 KiB.
 *
 * @example
 * ```ts
 * parseCookies('authorization=abc; theme=dark').get('authorization') // 'abc'
 * ```
 */
export function parseCookies(header: string | undefined): ReadonlyMap<string, string> {
  if (header === undefined || header.length > MAXIMUM_HEADER_LENGTH) return new Map()
  const cookies = Object.entries(parseCookie(header))
  return new Map(cookies.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** Says whether a text is a token of RFC 9110, which RFC 6265 requires for a cookie's name. */
export function isCookieName(name: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name)
}

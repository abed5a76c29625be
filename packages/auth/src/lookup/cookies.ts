import { parseCookie } from 'cookie'

/** Browsers and servers stop well before; a longer header is not worth reading. */
const MAXIMUM_HEADER_LENGTH = 16 * 1024

/**
 * The cookies of a `Cookie` header, decoded. Of a name that occurs twice the first counts; names such as
 * `__proto__` are names like any other. A header of more than 16 KiB counts as none.
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

/** Whether a text is a token of RFC 9110, which is what RFC 6265 allows as a cookie's name. */
export function isCookieName(name: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name)
}

import { parseHost } from '../settings/host.ts'

/** Parameters that say how a reader came to a page, not which page it is; `Comment.url` adds `commentId`. */
const TRACKERS = [
  'utm_\\w+|fbclid|gclid|gclsrc|dclid|gbraid|wbraid|msclkid|twclid|ttclid|yclid|igshid|mc_[ce]id',
  '_ga|_gl|_hsenc|_hsmi|mkt_tok|li_fat_id|srsltid|comment(?:Id|ID)',
]
const TRACKING = new RegExp(`^(?:${TRACKERS.join('|')})$`)
const UNRESERVED = /[A-Za-z0-9._~-]/
const LONGEST = 2_048

/**
 * An address as browsers write it: without a fragment, with the host in lower case, without a default port.
 * `null` when it is no absolute http or https address, or contains a user name.
 */
export function plainAddress(address: string): string | null {
  if (address.length > LONGEST || !URL.canParse(address)) return null
  const url = new URL(address)
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return null
  url.hash = ''
  return url.href
}

/**
 * The canonical form of an address, by which a discussion is found. It begins as {@link plainAddress}; characters that
 * need no escape are unescaped (RFC 3986, 6.2.2), tracking parameters are removed, and the others are sorted by name.
 * Differences that may matter to a server stay: a slash at the end, capitals of the path, parameters of the same name.
 * A `%` that begins no escape is escaped, because it could begin one after the characters behind it are unescaped; so
 * the canonical form of a canonical form is itself. `null` also when the result has more than 2,048 characters.
 *
 * @example
 * canonicalAddress('https://News.example/%7eann?b=2&utm_source=x&a=1#top') // 'https://news.example/~ann?a=1&b=2'
 */
export function canonicalAddress(address: string): string | null {
  const plain = plainAddress(address)
  if (plain === null) return null
  const canonical = /[%?]/.test(plain) ? simplified(plain) : plain
  return canonical.length > LONGEST ? null : canonical
}

function simplified(plain: string): string {
  const unescaped = plain.replace(/%(?:[0-9a-f]{2})?/gi, escaped => {
    if (escaped === '%') return '%25'
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
    return UNRESERVED.test(character) ? character : escaped.toUpperCase()
  })
  const start = unescaped.indexOf('?')
  return start < 0 ? unescaped : unescaped.slice(0, start) + queryOf(unescaped.slice(start + 1))
}

function queryOf(query: string): string {
  const parts = query
    .split('&')
    .map(part => ({ part, name: part.replace(/=.*/s, '') }))
    .filter(({ part, name }) => part !== '' && !TRACKING.test(name))
  // Parameters without names have a meaning by their order, as in `?2024&05`.
  if (parts.every(({ part }) => part.includes('=')))
    parts.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  return parts.length === 0 ? '' : `?${parts.map(({ part }) => part).join('&')}`
}

/**
 * Every form under which the discussion of an address may be stored, the most exact first: discussions that an older
 * server opened keep the form it stored. `null` for a text that is no address.
 */
export function formsOf(address: string): readonly string[] | null {
  const plain = plainAddress(address)
  return plain === null ? null : [...new Set([address, plain, canonicalAddress(plain) ?? plain])]
}

/** Whether a discussion may be opened for this address: its host is on the list, exactly. */
export function isPermitted(address: string, domains: readonly string[]): boolean {
  const { hostname } = new URL(address)
  return domains.some(domain => parseHost(domain) === hostname)
}

import { isIP } from 'node:net'
import { fromText, Refusal } from './from-text.ts'

const PLAIN_PATH = /^(?:\/[A-Za-z0-9._~!$&'()*+,;=:-]+)*\/?$/

/**
 * Splits before `new URL` sees the text: it would quietly repair spaces, `..` and backslashes, and
 * the paths of routes, cookies and links would no longer agree.
 */
function parseAddress(text: string, schemes: readonly string[]): URL {
  const [, scheme = '', authority = '', path = ''] = /^([a-z]+):\/\/([^/?#\\\s]+)(.*)$/s.exec(text) ?? []
  const allowed = schemes.map(name => `${name}://`).join(' or ')
  if (!schemes.includes(scheme)) throw new Refusal(`must be an absolute address that starts with ${allowed}`)
  if (authority.includes('@')) throw new Refusal('must not contain a user name or password')
  if (!PLAIN_PATH.test(path) || path.split('/').some(part => part === '.' || part === '..')) {
    throw new Refusal('must have a plain path: no spaces, percent signs, empty or dot segments, query or fragment')
  }
  if (!URL.canParse(text)) throw new Refusal('must have a valid host and port')
  return new URL(text)
}

const withoutTrailingSlash = (url: URL) => url.href.replace(/\/$/, '')

/** An http(s) address; the value has no trailing slash. */
export const webAddress = fromText(text => withoutTrailingSlash(parseAddress(text, ['http', 'https'])))

/** A ws(s) address, trailing slash removed. */
export const liveAddress = fromText(text => withoutTrailingSlash(parseAddress(text, ['ws', 'wss'])))

/** An http(s) endpoint that may have a query, for services outside the platform. */
export const endpoint = fromText(text => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) throw new Refusal('must be an http:// or https:// address')
  if (url.username !== '' || url.password !== '') throw new Refusal('must not contain a user name or password')
  if (url.port === '0') throw new Refusal('must not have port 0, at which nothing can be reached')
  return text
})

/** `host` or `host:port`, separated by commas; an IPv6 address in brackets. */
export const hostList = fromText(text =>
  text
    .split(',')
    .map(part => part.trim().toLowerCase())
    .filter(part => part !== '')
    .map(part => {
      const url = URL.canParse(`http://${part}`) ? new URL(`http://${part}`) : undefined
      if (
        url === undefined ||
        !/^[a-z0-9._:[\]-]+$/.test(part) ||
        (url.host !== part && `${url.hostname}:80` !== part)
      ) {
        throw new Refusal('must be host names or IP addresses, each with a port or without, separated by commas')
      }
      return url.host
    }),
)

/** A host name or an IP address, nothing around it. */
export const host = fromText(text => {
  const isName = text.length <= 253 && /^(?!-)[A-Za-z0-9_-]{1,63}(?:\.[A-Za-z0-9_-]{1,63})*\.?$/.test(text)
  if (isIP(text) === 0 && !isName) {
    throw new Refusal('must be a host name or an IP address, without protocol, port or path')
  }
  return text
})

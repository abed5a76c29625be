import { isIP } from 'node:net'
import { isPublicAddress } from './address.ts'
import { OutboundError } from './error.ts'

/** The ports of public web servers. */
const PORTS = new Set(['', '80', '443', '8080', '8443'])

/** The servers in the operator's own network that may be fetched from: `host` or `host:port`. */
export type Allowed = ReadonlySet<string>

/** An address to fetch from, checked as far as that is possible before its name is looked up. */
export interface Destination {
  readonly url: URL
  /** Whether the operator configured it, so it may have any IP address. */
  readonly trusted: boolean
}

/** @throws OutboundError OUTBOUND_REFUSED that says why the address is not fetched. */
export function destinationOf(
  text: string | URL,
  { allowed, trusted }: { readonly allowed: Allowed; readonly trusted: boolean },
): Destination {
  if (/[\s\p{Cc}]|%0[ad]/iu.test(String(text)) || !URL.canParse(String(text))) throw refused('this is no address')
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refused('only http:// and https:// are fetched')
  if (url.username !== '' || url.password !== '')
    throw refused('an address with a user name or password is not fetched')
  const known = trusted || allowed.has(url.hostname) || allowed.has(url.host)
  if (!known) refuseUnknown(url)
  url.hash = ''
  return { url, trusted: known }
}

function refuseUnknown({ hostname, port }: URL): void {
  if (!PORTS.has(port)) throw refused(`port ${port} is not fetched from`)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const isPrivate = isIP(host) === 0 ? /(^|\.)(localhost|local|internal)\.?$/i.test(host) : !isPublicAddress(host)
  if (isPrivate) throw refused(`${host} is inside a private network`)
}

/** The error for an address or an answer that is not allowed. */
export function refused(message: string): OutboundError {
  return new OutboundError('OUTBOUND_REFUSED', message)
}

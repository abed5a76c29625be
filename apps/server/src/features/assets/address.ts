import { parseHost } from '../settings/host.ts'

/**
 * The one form of an address: no fragment, host in lower case, no default port.
 * `null` when it is no absolute http or https address, or carries a user name.
 */
export function canonicalAddress(address: string): string | null {
  if (address.length > 2_048 || !URL.canParse(address)) return null
  const url = new URL(address)
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return null
  url.hash = ''
  return url.href
}

/** Whether a discussion may be opened for this address: its host is on the list, exactly. */
export function isPermitted(address: string, domains: readonly string[]): boolean {
  const { hostname } = new URL(address)
  return domains.some(domain => parseHost(domain) === hostname)
}

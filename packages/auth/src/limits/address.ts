import ipaddr from 'ipaddr.js'

/** The numbers of leading bits that all IPv6 addresses of one household, and of one site, share. */
const HOUSEHOLD = 64
const SITE = 48

/**
 * The groups of addresses for which attempts are counted together.
 *
 * @example
 * ```ts
 * const { household, site }: AddressGroups = addressGroups(request.ip)
 * ```
 */
export interface AddressGroups {
  /** The address itself; for IPv6 its /64, because one household may use any address of it. */
  readonly household: string
  /** For IPv6 the /48 around it; `null` for everything else. */
  readonly site: string | null
}

/** Writes an address in its usual form: IPv4 written as IPv6 becomes IPv4, and a text that is no address `null`. */
export function plainAddress(address: string): string | null {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : null
}

/**
 * Names the groups an address is counted in. IPv4 written as IPv6 is IPv4; all texts that are no address are one group.
 *
 * @example
 * ```ts
 * addressGroups('2001:db8:1:2:3:4:5:6') // { household: '2001:db8:1:2::/64', site: '2001:db8:1::/48' }
 * addressGroups('::ffff:192.0.2.1') // { household: '192.0.2.1', site: null }
 * ```
 */
export function addressGroups(address: string): AddressGroups {
  if (!ipaddr.isValid(address)) return { household: 'unknown', site: null }
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return { household: parsed.toString(), site: null }
  const { parts } = parsed as ipaddr.IPv6
  return { household: prefix(parts, HOUSEHOLD), site: prefix(parts, SITE) }
}

function prefix(parts: readonly number[], bits: number): string {
  return `${new ipaddr.IPv6(parts.map((part, i) => (i < bits / 16 ? part : 0))).toString()}/${bits}`
}

import ipaddr from 'ipaddr.js'

/** The only part of IPv6 from which public addresses have been given out. `::7f00:1` is outside of it. */
const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3')

/** The well-known prefix that carries an IPv4 address inside an IPv6 one. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/**
 * Whether an IP address belongs to the public internet: not loopback, private, link-local, shared, multicast, reserved
 * or documentation, also when it is wrapped into an IPv6 address.
 *
 * @example
 * isPublicAddress('93.184.216.34') // true
 * isPublicAddress('::ffff:127.0.0.1') // false
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (address instanceof ipaddr.IPv6 && address.match(NAT64))
    return isPublicAddress(address.toByteArray().slice(12).join('.'))
  if (address instanceof ipaddr.IPv6 && !address.match(GLOBAL)) return false
  return address.range() === 'unicast'
}

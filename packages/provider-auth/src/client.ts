import { allowInsecureRequests, type Configuration, customFetch } from 'openid-client'
import { boundedFetch } from './bounded-fetch.ts'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * Says whether a provider may have this address: it must be `https:`, or `http:` on this machine.
 *
 * @example
 * const issuer = z.string().refine(isProviderAddress, 'must begin with https://')
 */
export function isProviderAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  return (
    username === '' && password === '' && (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname)))
  )
}

/**
 * Prepares a client for use: it fetches within bounds, and a provider on this machine needs no certificate.
 */
export function prepare(configuration: Configuration, address: string): Configuration {
  configuration[customFetch] = boundedFetch
  if (new URL(address).protocol === 'http:') allowInsecureRequests(configuration)
  return configuration
}

import { allowInsecureRequests, type Configuration, customFetch } from 'openid-client'
import { boundedFetch } from './bounded-fetch.ts'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Whether an address may be a provider's: `https:`, or `http:` on this machine. */
export function isProviderAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  return (
    username === '' && password === '' && (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname)))
  )
}

/**
 * What is set on every client before it is used: how it fetches, and that a provider on this machine needs no
 * certificate.
 */
export function prepare(configuration: Configuration, address: string): Configuration {
  configuration[customFetch] = boundedFetch
  if (new URL(address).protocol === 'http:') allowInsecureRequests(configuration)
  return configuration
}

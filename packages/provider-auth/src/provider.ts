import type { ProviderFlow, SignInButton } from '@platform/plugin-sdk'

/**
 * Whom a provider says somebody is.
 *
 * @example
 * const profile: ProviderProfile = { id: '1815', displayName: 'Ada Lovelace' }
 */
export interface ProviderProfile {
  /** Their id there, 1 to 255 characters. */
  readonly id: string
  /** A name to propose; may be empty. */
  readonly displayName: string
}

/**
 * A service that knows who people are.
 *
 * @example
 * const corporate: IdentityProvider = oidcProvider({ name: 'corporate', issuer: 'https://id.example', clientId, clientSecret, button: { text: 'Corporate account' } })
 */
export interface IdentityProvider {
  /** In the addresses `/api/v1/auth/<name>` and in every identity: never give it to another provider. */
  readonly name: string
  readonly button: SignInButton
  /** Where to send somebody. */
  authorize(flow: ProviderFlow): Promise<URL>
  /**
   * Who came back.
   *
   * @param callback the address they came back to, with what the provider says.
   */
  identify(callback: URL, flow: ProviderFlow): Promise<ProviderProfile>
}

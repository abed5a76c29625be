import type { ProviderFlow, SignInButton } from '@platform/plugin-sdk'

/**
 * Describes the user whom a provider has identified.
 *
 * @example
 * const profile: ProviderProfile = { id: '1815', displayName: 'Ada Lovelace' }
 */
export interface ProviderProfile {
  /** The user's id at the provider, 1 to 255 characters. */
  readonly id: string
  /** The name that is proposed as a username; may be empty. */
  readonly displayName: string
  /** The address of the user's picture; `null` when there is none, absent when that is unknown. */
  readonly picture?: string | null | undefined
}

/**
 * A service elsewhere that identifies users.
 *
 * @example
 * const corporate: IdentityProvider = oidcProvider({
 *   name: 'corporate',
 *   issuer: 'https://id.example',
 *   clientId,
 *   clientSecret,
 *   button: { text: 'Corporate account' },
 * })
 */
export interface IdentityProvider {
  /** Part of the address `/api/v1/auth/<name>` and of every identity, so no other provider may ever get this name. */
  readonly name: string
  readonly button: SignInButton
  /** The issuer that the provider names in its answers; absent when it names none. */
  issuer?(): Promise<string>
  /** Makes the address at the provider that the user is sent to. */
  authorize(flow: ProviderFlow): Promise<URL>
  /**
   * Identifies the user who came back.
   *
   * @param callback - the address that the user came back to, with the provider's answer in its parameters
   */
  identify(callback: URL, flow: ProviderFlow): Promise<ProviderProfile>
}

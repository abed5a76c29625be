import type { SignInButton } from '@platform/plugin-sdk'
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  fetchProtectedResource,
} from 'openid-client'
import { prepare } from './client.ts'
import type { IdentityProvider, ProviderProfile } from './provider.ts'

/**
 * Describes a provider that speaks OAuth 2 and has an address that answers with the user's profile.
 *
 * @example
 * const options: OauthOptions = {
 *   name: 'forge',
 *   issuer: 'https://forge.example',
 *   authorize: 'https://forge.example/authorize',
 *   token: 'https://forge.example/token',
 *   profile: 'https://forge.example/me',
 *   clientId,
 *   clientSecret,
 *   scopes: ['profile'],
 *   button: { text: 'Forge' },
 *   read: body => ({ id: String(body.id), displayName: body.name }),
 * }
 */
export interface OauthOptions {
  readonly name: string
  /** The name by which the provider calls itself when it sends users back with `iss`. */
  readonly issuer: string
  /** The address at the provider that users are sent to. */
  readonly authorize: string
  /** The address at which a code is exchanged for a token. */
  readonly token: string
  /** The address of the user's profile. A function makes it of the access token, for a provider that wants a proof. */
  readonly profile: string | ((accessToken: string) => string)
  readonly clientId: string
  readonly clientSecret: string
  readonly scopes: readonly string[]
  /** Further parameters of the address that users are sent to. */
  readonly parameters?: Readonly<Record<string, string>>
  readonly button: SignInButton
  /** Reads the profile out of its JSON. May throw. */
  readonly read: (body: unknown) => ProviderProfile
}

/**
 * Makes a provider from its addresses.
 *
 * @example
 * const forge = oauthProvider(options)
 */
export function oauthProvider({
  name,
  issuer,
  authorize,
  token,
  profile,
  clientId,
  clientSecret,
  scopes,
  parameters = {},
  button,
  read,
}: OauthOptions): IdentityProvider {
  const client = prepare(
    new Configuration(
      { issuer, authorization_endpoint: authorize, token_endpoint: token },
      clientId,
      {},
      ClientSecretPost(clientSecret),
    ),
    token,
  )
  return {
    name,
    button,
    async authorize({ state, codeVerifier, redirectUri }) {
      return buildAuthorizationUrl(client, {
        ...parameters,
        ...(scopes.length > 0 ? { scope: scopes.join(' ') } : {}),
        response_type: 'code',
        redirect_uri: redirectUri,
        state,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      })
    },
    async identify(callback, { state, codeVerifier }) {
      const { access_token: accessToken } = await authorizationCodeGrant(client, callback, {
        expectedState: state,
        pkceCodeVerifier: codeVerifier,
      })
      const address = new URL(typeof profile === 'string' ? profile : profile(accessToken))
      const answer = await fetchProtectedResource(
        client,
        accessToken,
        address,
        'GET',
        null,
        new Headers({ accept: 'application/json', 'user-agent': 'platform-comments' }),
      )
      if (!answer.ok) throw new Error(`the provider answered for the profile with status ${answer.status}`)
      return read(await answer.json())
    },
  }
}

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
 * A provider that speaks OAuth 2 and has an address of its own that says who somebody is.
 *
 * @example
 * const options: OauthOptions = { name: 'forge', issuer: 'https://forge.example', authorize: 'https://forge.example/authorize', token: 'https://forge.example/token', profile: 'https://forge.example/me', clientId, clientSecret, scopes: ['profile'], button: { text: 'Forge' }, read: body => ({ id: String(body.id), displayName: body.name }) }
 */
export interface OauthOptions {
  readonly name: string
  /** What it calls itself when it sends people back with `iss`. */
  readonly issuer: string
  /** Where people are sent. */
  readonly authorize: string
  /** Where a code is exchanged. */
  readonly token: string
  /** Who somebody is; given the access token for addresses that want it proved. */
  readonly profile: string | ((accessToken: string) => string)
  readonly clientId: string
  readonly clientSecret: string
  readonly scopes: readonly string[]
  /** More for the address people are sent to. */
  readonly parameters?: Readonly<Record<string, string>>
  readonly button: SignInButton
  /** Reads the profile's JSON. May throw. */
  readonly read: (body: unknown) => ProviderProfile
}

/**
 * A provider by its addresses.
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
      if (!answer.ok) throw new Error(`the profile was answered with status ${answer.status}`)
      return read(await answer.json())
    },
  }
}

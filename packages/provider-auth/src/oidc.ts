import type { ProviderFlow, SignInButton } from '@platform/plugin-sdk'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client'
import { z } from 'zod'
import { boundedFetch } from './bounded-fetch.ts'
import { prepare } from './client.ts'
import type { IdentityProvider, ProviderProfile } from './provider.ts'

/**
 * Describes a provider that speaks OpenID Connect.
 *
 * @example
 * const options: OidcOptions = {
 *   name: 'corporate',
 *   issuer: 'https://id.example',
 *   clientId: 'comments',
 *   clientSecret,
 *   button: { text: 'Corporate account' },
 * }
 */
export interface OidcOptions {
  readonly name: string
  /** The provider's issuer, or the address of its discovery document. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /**
   * The requested scopes. No e-mail address is requested, because none is needed. @defaultValue ['openid', 'profile']
   */
  readonly scopes?: readonly string[]
  /** Further parameters of the address that users are sent to, such as `prompt`. */
  readonly parameters?: Readonly<Record<string, string>>
  readonly button: SignInButton
}

/** A discovery document is read again after this time, because a provider may move its endpoints. Milliseconds. */
const KNOWN_FOR = 3_600_000

const optional = z.string().optional().catch(undefined)
const aboutUser = z.object({ name: optional, preferred_username: optional, nickname: optional, picture: optional })

/**
 * Makes a provider from its discovery document, which is read at the first sign-in. Issuer, audience, nonce, times and
 * signature of the ID token are checked.
 *
 * @example
 * const google = oidcProvider({
 *   name: 'google',
 *   issuer: 'https://accounts.google.com',
 *   clientId,
 *   clientSecret,
 *   button: { text: 'Google' },
 * })
 */
export function oidcProvider({
  name,
  issuer,
  clientId,
  clientSecret,
  scopes = ['openid', 'profile'],
  parameters = {},
  button,
}: OidcOptions): IdentityProvider {
  let known: { readonly client: Promise<Configuration>; readonly until: number } | null = null

  function client(): Promise<Configuration> {
    if (known && known.until > Date.now()) return known.client
    const found = discover()
    const mine = { client: found, until: Date.now() + KNOWN_FOR }
    known = mine
    found.catch(() => {
      if (known === mine) known = null
    })
    return found
  }

  async function discover(): Promise<Configuration> {
    const insecure = new URL(issuer).protocol === 'http:' ? [allowInsecureRequests] : []
    const found = await discovery(new URL(issuer), clientId, {}, ClientSecretBasic(clientSecret), {
      [customFetch]: boundedFetch,
      execute: [...insecure, enableNonRepudiationChecks],
    })
    const server = found.serverMetadata()
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    if (methods.includes('client_secret_basic')) return found
    const posting = prepare(new Configuration(server, clientId, {}, ClientSecretPost(clientSecret)), issuer)
    enableNonRepudiationChecks(posting)
    return posting
  }

  return {
    name,
    button,
    issuer: async () => (await client()).serverMetadata().issuer,
    async authorize({ state, nonce, codeVerifier, redirectUri }) {
      return buildAuthorizationUrl(await client(), {
        ...parameters,
        response_type: 'code',
        scope: scopes.join(' '),
        redirect_uri: redirectUri,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      })
    },
    async identify(callback, { state, nonce, codeVerifier }: ProviderFlow): Promise<ProviderProfile> {
      const configuration = await client()
      const tokens = await authorizationCodeGrant(configuration, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()!
      const known = profileOf(claims)
      return {
        id: claims.sub,
        ...(known.displayName === ''
          ? await askProfile(configuration, { token: tokens.access_token, subject: claims.sub })
          : known),
      }
    },
  }
}

/** Asks for name and picture, which many ID tokens lack. The name is only a proposal, so a failure is ignored. */
async function askProfile(
  configuration: Configuration,
  { token, subject }: { token: string; subject: string },
): Promise<Omit<ProviderProfile, 'id'>> {
  if (!configuration.serverMetadata().userinfo_endpoint) return { displayName: '' }
  try {
    return profileOf(await fetchUserInfo(configuration, token, subject))
  } catch {
    return { displayName: '' }
  }
}

function profileOf(claims: unknown): Omit<ProviderProfile, 'id'> {
  const { name, preferred_username, nickname, picture } = aboutUser.parse(claims)
  return { displayName: name || preferred_username || nickname || '', picture: picture || null }
}

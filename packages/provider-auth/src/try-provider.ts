import type { ProviderFlow } from '@platform/plugin-sdk'
import { WWWAuthenticateChallengeError } from 'openid-client'
import { codeIn, isOfCallback, reasonOf } from './failure.ts'
import type { IdentityProvider } from './provider.ts'

/** How providers refuse a code that they did not give, and a client that they do not know. */
const UNKNOWN_CODE = ['invalid_grant', 'bad_verification_code']
const UNKNOWN_CLIENT = ['invalid_client', 'unauthorized_client', 'incorrect_client_credentials']

/**
 * Tries a provider without a user: it makes the address that users are sent to, and asks for the tokens of a code that
 * the provider did not give. The refusal shows whether the provider knows the client.
 *
 * @returns a sentence on what works
 * @throws Error that says what does not work
 */
export async function tryProvider(provider: IdentityProvider, flow: ProviderFlow): Promise<string> {
  const { host } = await provider.authorize(flow)
  const callback = new URL(flow.redirectUri)
  callback.searchParams.set('code', 'a-code-for-a-test')
  callback.searchParams.set('state', flow.state)
  if (provider.issuer) callback.searchParams.set('iss', await provider.issuer())
  try {
    await provider.identify(callback, flow)
  } catch (error) {
    const code = codeIn(error) ?? ''
    if (UNKNOWN_CODE.includes(code)) return `${host} accepts the client id and its secret`
    // A challenge answers a client that authenticated itself by a wrong secret.
    if (UNKNOWN_CLIENT.includes(code) || error instanceof WWWAuthenticateChallengeError)
      throw new Error(`${host} refuses the client id or its secret`)
    if (isOfCallback(error)) return `${host} is reached; the client id and its secret show at the first sign-in`
    throw new Error(`${host} does not answer as it should: ${reasonOf(error)}`)
  }
  throw new Error(`${host} accepts a code that it did not give`)
}

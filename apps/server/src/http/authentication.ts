import { AuthError, isIssuedBefore, parseCookies, TokenError, tokenLookup, type FoundToken, type TokenPlaces, type Tokens, type VerifiedToken } from '@platform/auth'
import type { Config } from '@platform/config'
import { PlatformError, type User } from '@platform/plugin-sdk'
import type { Services } from '../boot/services.ts'

/** Who sends a request, and by which token. */
export interface Caller {
  readonly user: User | null
  readonly token: VerifiedToken | null
  /** Where the token came from; `null` without one. */
  readonly source: FoundToken['source'] | null
  /** A cookie whose token is bad: to be cleared. */
  readonly staleCookie: string | null
}

/** What a request shows of its caller, whatever its transport. */
export interface Credentials {
  readonly cookieHeader?: string | undefined
  readonly accessToken?: TokenPlaces['accessToken']
  readonly authorization?: TokenPlaces['authorization']
}

export interface Authentication {
  /**
   * Finds the caller by the first token present. A bad token in a cookie makes the caller anonymous.
   *
   * @throws PlatformError TOKEN_INVALID for a bad token from the query or the header.
   */
  identify(credentials: Credentials): Promise<Caller>
  /** Whether a request shows no token at all; decided without looking any further. */
  isAnonymous(credentials: Credentials): boolean
}

/** A valid token of nobody known: asks the plugins for the user. */
export type FindUnknown = (found: { jwt: Readonly<Record<string, unknown>>; token: string }) => Promise<User | null>

interface Dependencies { readonly config: Config; readonly tokens: Tokens; readonly services: Services; readonly findUnknown: FindUnknown }

const ANONYMOUS: Caller = { user: null, token: null, source: null, staleCookie: null }

export function createAuthentication({ config, tokens, services, findUnknown }: Dependencies): Authentication {
  const lookup = tokenLookup({ cookieNames: config.jwt.lookupCookieNames })
  const find = ({ cookieHeader, accessToken, authorization }: Credentials) => {
    try {
      return lookup({ cookies: parseCookies(cookieHeader), accessToken, authorization })
    } catch (error) {
      if (error instanceof AuthError && error.code === 'BAD_REQUEST') throw new PlatformError('BAD_REQUEST', error.message, { cause: error })
      throw error
    }
  }

  async function verify(token: string): Promise<{ user: User; verified: VerifiedToken }> {
    const verified = await tokens.verify(token, { kind: 'session' })
    const user = await services.users.findById(verified.userId) ?? await findUnknown({ jwt: verified.claims, token })
    if (!user || isIssuedBefore(verified, user.validAfter ?? null)) throw new TokenError('claims')
    return { user, verified }
  }

  return {
    isAnonymous: credentials => find(credentials) === null,
    async identify(credentials) {
      const found = find(credentials)
      if (!found) return ANONYMOUS
      try {
        const { user, verified } = await verify(found.token)
        return { user, token: verified, source: found.source, staleCookie: null }
      } catch (error) {
        if (!(error instanceof TokenError)) throw error
        if (found.source === 'cookie') return { ...ANONYMOUS, staleCookie: found.cookieName }
        throw new PlatformError('TOKEN_INVALID', 'This token is not valid, or not any more', { status: 401, cause: error })
      }
    },
  }
}

import { AuthError, parseCookies, TokenError, tokenLookup, type VerifiedToken } from '@platform/auth'
import type { Services } from '@platform/plugin-sdk'
import { PlatformError, type User } from '@platform/plugin-sdk'
import pTimeout from 'p-timeout'
import type { Caller, Credentials } from '../../contract/identity.ts'
import { isUnconfirmed } from '../accounts/profile.ts'

export interface Authentication {
  /**
   * Finds the caller by the first token present. A bad token in a cookie makes the caller anonymous.
   *
   * @throws PlatformError TOKEN_INVALID for a bad token from the query or the header.
   */
  identify(credentials: Credentials): Promise<Caller>
  /** Whether an identified caller is still valid: an anonymous reader always, a user until the token has ended. */
  isCurrent(caller: Caller): Promise<boolean>
  /** Whether a request carries no token. A token that is present is not verified. */
  isAnonymous(credentials: Credentials): boolean
}

type Needed = Pick<Services, 'config' | 'tokens' | 'users' | 'sessions' | 'settings' | 'composition'>

/** An id that no user has. */
const UNKNOWN_ID = ''
const ANONYMOUS: Caller = { user: null, token: null, source: null, staleCookie: null }

export function createAuthentication(services: Needed): Authentication {
  const { config, tokens } = services
  const lookup = tokenLookup({ cookieNames: config.jwt.lookupCookieNames })
  const find = ({ cookieHeader, accessToken, authorization }: Credentials) => {
    try {
      return lookup({
        cookies: parseCookies(cookieHeader),
        accessToken: config.jwt.disableQuery ? undefined : accessToken,
        authorization,
      })
    } catch (error) {
      if (error instanceof AuthError && error.code === 'BAD_REQUEST')
        throw new PlatformError('BAD_REQUEST', error.message, { cause: error })
      throw error
    }
  }

  async function verify(token: string): Promise<{ user: User; verified: VerifiedToken }> {
    const verified = await tokens.verify(token, { kind: ['session', 'personal'] }).catch(async (error: unknown) => {
      // A forged token takes as long as a signed one, so an attacker learns nothing from the time of an answer.
      if (error instanceof TokenError && error.reason === 'signature') await inTime(services.users.findById(UNKNOWN_ID))
      throw error
    })
    const user = (await inTime(services.users.findById(verified.userId))) ?? (await findUnknownUser(verified, token))
    if (!user || !grants(user, verified) || !(await inTime(isAdmitted(user)))) throw new TokenError('user')
    if (!(await inTime(services.sessions.isCurrent(user, verified)))) throw new TokenError('revoked')
    return { user, verified }
  }

  /** While the site requires confirmed addresses, an earlier session of an account without one is refused. */
  async function isAdmitted(user: User): Promise<boolean> {
    return !isUnconfirmed(user) || !(await services.settings.load()).requireEmailConfirmation
  }

  /** Asks plugins for the user of the token; not for personal tokens, which are issued here, nor deleted accounts. */
  async function findUnknownUser(verified: VerifiedToken, token: string): Promise<User | null> {
    if (verified.kind === 'personal' || (await inTime(services.sessions.isForgotten(verified)))) return null
    return services.composition.findUnknown({ jwt: verified.claims, token })
  }

  return {
    async isCurrent({ user, token }) {
      if (!user || !token) return true
      const known = await services.users.findById(user.id)
      return (
        known !== null && grants(known, token) && (await isAdmitted(known)) && services.sessions.isCurrent(known, token)
      )
    },
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
        throw new PlatformError('TOKEN_INVALID', 'This token is not valid, or not any more; sign in again', {
          status: 401,
          cause: error,
        })
      }
    },
  }
}

/** How long a store may take to say who the caller is. Milliseconds. */
const DEADLINE = 3_000

/** @throws AuthError UNAVAILABLE when the store does not answer in time: a frozen one never would. */
function inTime<T>(work: Promise<T>): Promise<T> {
  const error = new AuthError('UNAVAILABLE', 'Who you are cannot be looked up just now; try again in a moment')
  return pTimeout(work, { milliseconds: DEADLINE, message: error })
}

/** A personal token is valid while it is active in the list of its user. */
function grants({ tokens }: User, { kind, jti }: VerifiedToken): boolean {
  return kind !== 'personal' || tokens.some(({ id, active }) => id === jti && active)
}

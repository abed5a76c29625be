import { AuthError, type FoundToken, parseCookies, TokenError, tokenLookup, type VerifiedToken } from '@platform/auth'
import type { Services } from '@platform/plugin-sdk'
import { PlatformError, type User } from '@platform/plugin-sdk'
import type { Caller, Credentials } from '../../contract/identity.ts'
import { withoutFrameTokens } from '../../request/cookies.ts'
import { isFromOwnPage } from '../../request/own-origin.ts'
import { isUnconfirmed } from '../accounts/profile.ts'
import { assertFrame, isStillPermitted } from './frame-tokens.ts'
import { inTime } from './in-time.ts'
import { createRefused } from './refused-token.ts'
import { createFindUnknownUser } from './unknown-users.ts'

export interface Authentication {
  /**
   * Finds the caller by the first token present. A bad token in a cookie makes the caller anonymous, and so does a
   * valid token that belongs to no user, wherever it is.
   *
   * @throws PlatformError TOKEN_INVALID for a bad token from the query or the header.
   */
  identify(credentials: Credentials): Promise<Caller>
  /** Whether an identified caller is still valid: an anonymous reader always, a user until the token has ended. */
  isCurrent(caller: Caller): Promise<boolean>
  /** Whether a request carries no token. A token that is present is not verified. */
  isAnonymous(credentials: Credentials): boolean
}

type Needed = Pick<Services, 'config' | 'tokens' | 'users' | 'sessions' | 'settings' | 'composition' | 'log'>

const ANONYMOUS: Caller = { user: null, token: null, source: null, staleCookie: null }

export function createAuthentication(services: Needed): Authentication {
  const { config, tokens } = services
  const findUnknownUser = createFindUnknownUser(services)
  const find = createFind(config)
  const refused = createRefused(services)

  /** @returns `user: null` for a valid token that belongs to no user. @throws TokenError */
  async function verify(
    { token, source }: FoundToken,
    credentials: Credentials,
  ): Promise<{ user: User | null; verified: VerifiedToken }> {
    const verified = await tokens.verify(token, { kind: ['session', 'personal', 'frame'] }).catch(refused)
    if (verified.kind === 'frame') await assertFrame(services, verified, { source, sender: credentials.sender ?? {} })
    const user = (await inTime(services.users.findById(verified.userId))) ?? (await findUnknownUser(verified, token))
    if (!user) return { user, verified }
    await inTime(assertValid(user, verified))
    return { user, verified }
  }

  /** @throws TokenError for a token that its user may not use, or not any more. */
  async function assertValid(user: User, verified: VerifiedToken): Promise<void> {
    if (!(await grants(services.users, verified)) || !(await isAdmitted(user))) throw new TokenError('user')
    if (!(await services.sessions.isCurrent(user, verified))) throw new TokenError('revoked')
  }

  /** While the site requires confirmed addresses, an earlier session of an account without one is refused. */
  async function isAdmitted(user: User): Promise<boolean> {
    return !isUnconfirmed(user) || !(await services.settings.load()).requireEmailConfirmation
  }

  return {
    async isCurrent({ user, token }) {
      if (!user || !token) return true
      const known = await services.users.findById(user.id)
      return (
        known !== null &&
        (await isStillPermitted(services, token)) &&
        (await grants(services.users, token)) &&
        (await isAdmitted(known)) &&
        services.sessions.isCurrent(known, token)
      )
    },
    isAnonymous: credentials => find(credentials) === null,
    async identify(credentials) {
      const found = find(credentials)
      if (!found) return ANONYMOUS
      try {
        const { user, verified } = await verify(found, credentials)
        if (!user) return { ...ANONYMOUS, source: found.source }
        return { user, token: verified, source: found.source, staleCookie: null }
      } catch (error) {
        if (!(error instanceof TokenError)) throw error
        tokens.forget(found.token)
        if (found.source === 'cookie') {
          if (error.claim !== undefined)
            services.log.debug(
              { cookie: found.cookieName, claim: error.claim },
              'the token of a cookie has a bad claim',
            )
          return { ...ANONYMOUS, staleCookie: found.cookieName }
        }
        throw refusal(error)
      }
    },
  }
}

/**
 * Makes the function that finds the token of a request, or `null`. The cookie of a frame is passed over unless a page
 * of the platform sent the request.
 */
function createFind({ jwt, rootUrl, production }: Needed['config']): (credentials: Credentials) => FoundToken | null {
  const lookup = tokenLookup({ cookieNames: jwt.lookupCookieNames })
  return ({ cookieHeader, accessToken, authorization, sender = {} }) => {
    const isForeign = cookieHeader !== undefined && !isFromOwnPage(sender, { rootUrl, production })
    try {
      return lookup({
        cookies: parseCookies(isForeign ? withoutFrameTokens(cookieHeader, jwt.lookupCookieNames) : cookieHeader),
        accessToken: jwt.disableQuery ? undefined : accessToken,
        authorization,
      })
    } catch (error) {
      if (error instanceof AuthError && error.code === 'BAD_REQUEST')
        throw new PlatformError('BAD_REQUEST', error.message, { cause: error })
      throw error
    }
  }
}

/** Names the claim at fault, which only a token with a right signature has. Other causes are not told apart. */
function refusal(error: TokenError): PlatformError {
  const { claim } = error
  return new PlatformError('TOKEN_INVALID', `This token is not valid${reasonOf(claim)}`, {
    status: 401,
    cause: error,
    ...(claim === undefined ? {} : { metadata: { claim } }),
  })
}

function reasonOf(claim: string | undefined): string {
  if (claim === undefined) return ', or not any more; sign in again'
  if (claim === 'payload') return ': its payload has to be one JSON object that names each claim once'
  return `: its claim ${JSON.stringify(claim)} is missing or not accepted here`
}

/** A personal token is valid while it is active in the list of its user. */
async function grants(users: Services['users'], { kind, jti, userId }: VerifiedToken): Promise<boolean> {
  return kind !== 'personal' || users.hasToken(userId, jti)
}

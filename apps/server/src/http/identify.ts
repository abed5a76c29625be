import type { IncomingMessage } from 'node:http'
import { PlatformError, type Services } from '@platform/plugin-sdk'
import type { Context, Middleware } from 'koa'
import type { Credentials } from '../contract/identity.ts'
import { accessTokensOf } from '../request/access-token.ts'
import { clearTokenCookie } from '../request/cookies.ts'
import { senderOf } from '../request/own-origin.ts'
import type { RequestContext } from '../request/state.ts'

/** Identifies the caller of a request, and creates the request's context. */
export function identify(services: Services): Middleware {
  return async (ctx, next) => {
    const { state } = ctx as RequestContext
    // The sites that a page links to must not get an address with a token as the referrer.
    if (accessTokensOf(ctx.querystring).length > 0) ctx.set('Referrer-Policy', 'no-referrer')
    const about = { id: state.id, address: ctx.ip, request: ctx.request }
    try {
      state.caller = await services.authentication.identify(credentials(ctx.req, ctx.querystring))
      const { user, token, staleCookie } = state.caller
      if (staleCookie) clearTokenCookie(ctx, services.config, staleCookie)
      const signedIn = user && { user, idempotencyKey: idempotencyKeyOf(ctx), credential: token }
      state.context = services.composition.createContext({ ...about, ...signedIn })
    } catch (error) {
      // The answer that shows the error needs a context.
      state.context = services.composition.createContext(about)
      throw error
    }
    ctx.state['user'] = state.context.user
    if (state.caller.source !== null || state.caller.staleCookie) ctx.set('Cache-Control', 'private, no-store')
    await next()
  }
}

/** The Idempotency-Key of a request. @throws PlatformError BAD_REQUEST when it is too long, or has other characters. */
function idempotencyKeyOf(ctx: Context): string | null {
  const key = ctx.get('idempotency-key')
  if (key === '') return null
  if (/^[\x21-\x7e]{1,200}$/.test(key)) return key
  throw new PlatformError('BAD_REQUEST', 'Idempotency-Key: give 1 to 200 plain characters without blanks', {
    status: 400,
  })
}

/** The parts of a request that may have its token. */
export function credentials(req: IncomingMessage, querystring: string): Credentials {
  const accessToken = accessTokensOf(querystring)
  return {
    cookieHeader: req.headers.cookie,
    sender: senderOf(req),
    accessToken: accessToken.length > 0 ? accessToken : undefined,
    authorization: req.headers.authorization === undefined ? undefined : everyAuthorization(req),
  }
}

/** All Authorization headers. `req.headers` keeps only the first, but a request with several must be refused. */
function everyAuthorization({ rawHeaders }: IncomingMessage): string[] {
  return rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === 'authorization')
}

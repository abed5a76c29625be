import type { Config } from '@platform/config'
import { PlatformError } from '@platform/plugin-sdk'
import type { Context, Middleware } from 'koa'
import { isOwnOrigin } from '../request/own-origin.ts'
import type { RequestContext } from '../request/state.ts'

const SAFE = ['GET', 'HEAD', 'OPTIONS']

/**
 * Refuses requests that another site makes a user's browser send: a form, or any request with the session's cookie. A
 * request with its own token is accepted, because a page of another site can't know the token.
 */
export function sameSite(config: Config): Middleware {
  return async (ctx, next) => {
    const { source } = (ctx as RequestContext).state.caller
    if (!SAFE.includes(ctx.method) && source !== 'header') {
      const form = typeof ctx.is('urlencoded', 'multipart', 'text/plain') === 'string'
      if ((form || source === 'cookie') && !isOwn(ctx, config, form))
        throw new PlatformError('CSRF_REJECTED', 'This was sent from another site; open the page here and try again', {
          status: 403,
        })
    }
    await next()
  }
}

/**
 * Whether a request comes from this site. A browser says where it comes from. A program that calls a route does not,
 * but without a cookie its form has no rights that another site could misuse.
 */
function isOwn(ctx: Context, config: Config, form: boolean): boolean {
  const site = ctx.get('sec-fetch-site')
  const origin = ctx.get('origin')
  if (origin) return isOwnOrigin(origin, ctx.get('host'), config)
  if (site) return site === 'same-origin' || site === 'none'
  const referer = ctx.get('referer')
  if (referer) return isOwnOrigin(referer, ctx.get('host'), config)
  return !form || !ctx.get('cookie')
}

import type { PluginRouter } from '@platform/plugin-sdk'
import { clearTokenCookie } from '../../request/cookies.ts'
import { type RequestContext, requestOf } from '../../request/state.ts'

/** `DELETE /api/v1/auth` signs the user out. */
export function sessionRoutes({ koa }: PluginRouter): void {
  koa.delete('/api/v1/auth', async ctx => {
    await endSession(requestOf(ctx))
    ctx.set('Cache-Control', 'no-store')
    ctx.status = 204
  })
}

/** Ends the session of a request, and clears its cookie in the browser. */
export async function endSession(ctx: RequestContext): Promise<void> {
  const { services } = ctx.state.context
  const { cookieName, signingCookieName, clearCookieOnLogout } = services.config.jwt
  if (ctx.state.caller.token) await services.sessions.end(ctx.state.caller.token)
  for (const name of new Set([cookieName, signingCookieName])) {
    if (name !== cookieName || clearCookieOnLogout) clearTokenCookie(ctx, services.config, name)
  }
}

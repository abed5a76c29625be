import { PlatformError, type PluginRouter } from '@platform/plugin-sdk'
import { z } from 'zod'
import { parseBody, readJson } from '../../request/body.ts'
import { clearTokenCookie, setFrameCookie } from '../../request/cookies.ts'
import { isOwnOrigin } from '../../request/own-origin.ts'
import { type RequestContext, requestOf } from '../../request/state.ts'
import { LIMITS } from '../limits/service.ts'
import { ownAccount } from '../users/public-user.ts'
import { handoffText } from './handoffs.ts'

const handoff = z.object({ secret: handoffText, code: handoffText.optional() })

/** Signing out, and redeeming the sign-in of a window inside a frame. */
export function sessionRoutes({ koa }: PluginRouter): void {
  koa.post('/api/v1/auth/handoff', ctx => redeemHandoff(requestOf(ctx)))
  koa.delete('/api/v1/auth', async ctx => {
    await endSession(requestOf(ctx))
    ctx.set('Cache-Control', 'no-store')
    ctx.status = 204
  })
}

/** `POST /api/v1/auth/handoff`: a frame asks whether its window has finished, and gets its session. */
async function redeemHandoff(ctx: RequestContext): Promise<void> {
  const { caller, context } = ctx.state
  const { config, handoffs, limits } = context.services
  ctx.set('Cache-Control', 'no-store')
  await limits.countFor(ctx.ip, LIMITS.handoffAsked)
  // Another site could plant its own account here, which the reader would then write with.
  if (!isOwnOrigin(ctx.get('origin'), ctx.get('host'), config))
    throw new PlatformError('CSRF_REJECTED', 'Only a page of this platform can do this', { status: 403 })
  const cookieOf = caller.source === 'cookie' && caller.token?.kind === 'frame' ? (caller.user?.id ?? null) : null
  const redeemed = await handoffs.redeem({ ...parseBody(handoff, await readJson(ctx)), cookieOf })
  if (redeemed.state === 'pending') {
    ctx.status = 202
    ctx.set('Retry-After', '1')
    ctx.body = { state: 'pending' }
    return
  }
  const { user, cookie, bearer } = redeemed
  if (cookie) setFrameCookie(ctx, config, cookie.token)
  ctx.body = { state: 'signed-in', user: ownAccount(user), token: bearer?.token ?? null }
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

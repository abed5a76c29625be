import { BadUserInputError, NotFoundError, PlatformError, type PluginRouter } from '@platform/plugin-sdk'
import { z } from 'zod'
import { parseBody, readJson } from '../../request/body.ts'
import { rememberDevice } from '../../request/sign-in-browser.ts'
import type { RequestContext } from '../../request/state.ts'
import { wayBack } from './back.ts'
import { localProfile } from './profile.ts'

const text = z.string().max(2_000).default('')
const token = z.string().max(10_000).default('')
const verification = z.object({ token, check: z.boolean().default(false) })
const forgotten = z.object({ email: text, loc: text })
const reset = z.object({ token, check: z.boolean().default(false), password: text })
const resend = z.object({ email: text })

/** Confirming addresses, and forgotten passwords. Nothing here tells whether there is an account. */
export function accountRoutes({ koa }: PluginRouter): void {
  koa.post('/api/v1/account/email/verify', async ctx => {
    const { confirmation } = platformOf(ctx).services
    const given = parseBody(verification, await readJson(ctx))
    if (given.check) {
      await confirmation.check(given.token)
      ctx.status = 204
    } else ctx.body = { redirectUri: (await confirmation.confirm(given.token)).back }
    ctx.set('Cache-Control', 'no-store')
  })
  koa.post('/api/v1/account/password/reset', async ctx => {
    const platform = platformOf(ctx)
    const { email, loc } = parseBody(forgotten, await readJson(ctx))
    await platform.services.letters.request(
      { purpose: 'password-reset', email, back: await wayBack(platform, loc) },
      ctx.ip,
    )
    ctx.status = 204
  })
  koa.put('/api/v1/account/password/reset', async ctx => {
    const platform = platformOf(ctx)
    const { accountPasswords } = platform.services
    const given = parseBody(reset, await readJson(ctx))
    if (given.check) {
      await accountPasswords.checkReset(given.token)
      ctx.status = 204
    } else {
      const { user, back } = await accountPasswords.reset(given.token, given.password)
      await rememberDevice(ctx, platform, user)
      ctx.body = { redirect: back }
    }
    ctx.set('Cache-Control', 'no-store')
  })
  koa.post('/api/v1/users/resend-verify', async ctx => {
    const platform = platformOf(ctx)
    const { email } = parseBody(resend, await readJson(ctx))
    await platform.services.letters.request(
      { purpose: 'confirm-email', email, back: await wayBack(platform, '') },
      ctx.ip,
    )
    ctx.status = 204
  })
  koa.post('/api/v1/users/:user_id/email/confirm', async ctx => {
    const { context } = (ctx as unknown as RequestContext).state
    const { user_id: id = '' } = (ctx as unknown as { params: Record<string, string> }).params
    if (id.length > 255) throw new BadUserInputError('user_id: at most 255 characters')
    const user = await context.platform.services.users.findById(id)
    if (!user) throw new NotFoundError('The user')
    const profile = localProfile(user)
    if (!profile) throw new PlatformError('EMAIL_REQUIRED', 'This account has no e-mail address')
    await context.platform.services.letters.request(
      { purpose: 'confirm-email', email: profile.id, back: await wayBack(context.platform, '') },
      ctx.ip,
    )
    ctx.status = 204
  })
}

function platformOf(ctx: unknown) {
  return (ctx as RequestContext).state.context.platform
}

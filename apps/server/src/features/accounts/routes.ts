import { NotFoundError, PlatformError, type PluginRouter } from '@platform/plugin-sdk'
import { z } from 'zod'
import { refusedField } from '../../input/invalid-input.ts'
import { parseBody, readJson } from '../../request/body.ts'
import { rememberDevice } from '../../request/sign-in-browser.ts'
import { requestOf } from '../../request/state.ts'
import { localProfile } from './profile.ts'
import { returnAddress } from './return-address.ts'

const text = z.string().max(2_000).default('')
const token = z.string().max(10_000).default('')
const verification = z.object({ token, check: z.boolean().default(false) })
const forgotten = z.object({ email: text, loc: text })
const reset = z.object({ token, check: z.boolean().default(false), password: text })
const resend = z.object({ email: text })

/** The REST routes of e-mail links. None shows an anonymous reader whether an address has an account. */
export function accountRoutes({ koa }: PluginRouter): void {
  koa.post('/api/v1/account/email/verify', async ctx => {
    const { confirmation } = servicesOf(ctx)
    const given = parseBody(verification, await readJson(ctx))
    if (given.check) {
      await confirmation.check(given.token)
      ctx.status = 204
    } else ctx.body = { redirectUri: (await confirmation.confirm(given.token)).back }
    ctx.set('Cache-Control', 'no-store')
  })
  koa.post('/api/v1/account/password/reset', async ctx => {
    const services = servicesOf(ctx)
    const { email, loc } = parseBody(forgotten, await readJson(ctx))
    await services.emailLinks.request(
      { purpose: 'password-reset', email, back: await returnAddress(services, loc) },
      ctx.ip,
    )
    ctx.status = 204
  })
  koa.put('/api/v1/account/password/reset', async ctx => {
    const services = servicesOf(ctx)
    const { accountPasswords } = services
    const given = parseBody(reset, await readJson(ctx))
    if (given.check) {
      await accountPasswords.checkReset(given.token)
      ctx.status = 204
    } else {
      const { user, back } = await accountPasswords.reset(given.token, given.password)
      await rememberDevice(ctx, services, user)
      ctx.body = { redirect: back }
    }
    ctx.set('Cache-Control', 'no-store')
  })
  koa.post('/api/v1/users/resend-verify', async ctx => {
    const services = servicesOf(ctx)
    const { email } = parseBody(resend, await readJson(ctx))
    await services.emailLinks.request(
      { purpose: 'confirm-email', email, back: await returnAddress(services, '') },
      ctx.ip,
    )
    ctx.status = 204
  })
  koa.post('/api/v1/users/:user_id/email/confirm', async ctx => {
    const { context } = requestOf(ctx).state
    const id = String(ctx.params['user_id'] ?? '')
    if (id.length > 255) throw refusedField('user_id', 'at most 255 characters')
    const user = await context.services.users.findById(id)
    if (!user) throw new NotFoundError('The user')
    const profile = localProfile(user)
    if (!profile) throw new PlatformError('EMAIL_REQUIRED', 'This account has no e-mail address')
    await context.services.emailLinks.request(
      { purpose: 'confirm-email', email: profile.id, back: await returnAddress(context.services, '') },
      ctx.ip,
    )
    ctx.status = 204
  })
}

function servicesOf(ctx: object) {
  return requestOf(ctx).state.context.services
}

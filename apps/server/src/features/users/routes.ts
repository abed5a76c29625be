import { NotAuthorizedError, type PluginRouter } from '@platform/plugin-sdk'
import { z } from 'zod'
import { parseBody, readJson } from '../../request/body.ts'
import { isOwnOrigin } from '../../request/own-origin.ts'
import { deviceToken, signInBrowser } from '../../request/sign-in-browser.ts'
import { requestOf } from '../../request/state.ts'
import { ownAccount } from './public-user.ts'
import { register } from './register.ts'
import { signIn } from './sign-in.ts'

const text = z.string().max(2_000).default('')
const credentials = z.object({ email: text, password: text })

/** The REST routes by which users register, sign in and read their own account. */
export function userRoutes({ koa }: PluginRouter): void {
  koa.post('/api/v1/users', async ctx => {
    const { services } = requestOf(ctx).state.context
    const { user } = await register(services, await readJson(ctx), ctx.ip)
    ctx.status = 201
    ctx.body = ownAccount(user)
  })
  koa.post('/api/v1/auth/local', async ctx => {
    const { services } = requestOf(ctx).state.context
    const { user, token } = await signIn(services, {
      ...parseBody(credentials, await readJson(ctx)),
      address: ctx.ip,
      captchaResponse: ctx.get('x-captcha-response'),
      device: deviceToken(ctx, services.config),
    })
    const origin = ctx.get('origin')
    // A page of another site keeps the token itself, and plants no cookie of this site.
    if (origin === '' || isOwnOrigin(origin, ctx.get('host'), services.config))
      await signInBrowser(ctx, services, { user, token })
    ctx.set('Cache-Control', 'no-store')
    ctx.body = { user: ownAccount(user), token }
  })
  koa.get('/api/v1/account', ctx => {
    const { user } = requestOf(ctx).state.caller
    if (!user) throw new NotAuthorizedError()
    ctx.set('Cache-Control', 'no-store')
    ctx.body = ownAccount(user)
  })
  koa.get('/api/v1/auth', ctx => {
    const { user } = requestOf(ctx).state.caller
    ctx.set('Cache-Control', 'no-store')
    if (user) ctx.body = { user: ownAccount(user) }
    else ctx.status = 204
  })
}

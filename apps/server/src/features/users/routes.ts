import type { PluginRouter } from '@platform/plugin-sdk'
import { z } from 'zod'
import { parseBody, readJson } from '../../request/body.ts'
import { deviceToken, signInBrowser } from '../../request/sign-in-browser.ts'
import type { RequestContext } from '../../request/state.ts'
import { ownAccount } from './public-user.ts'
import { register } from './register.ts'
import { signIn } from './sign-in.ts'

const text = z.string().max(2_000).default('')
const credentials = z.object({ email: text, password: text })

/** Registering, signing in, and who one is. */
export function userRoutes({ koa }: PluginRouter): void {
  koa.post('/api/v1/users', async ctx => {
    const { services } = stateOf(ctx)
    const user = await register(services, await readJson(ctx), ctx.ip)
    ctx.status = 201
    ctx.body = ownAccount(user)
  })
  koa.post('/api/v1/auth/local', async ctx => {
    const { services } = stateOf(ctx)
    const { user, token } = await signIn(services, {
      ...parseBody(credentials, await readJson(ctx)),
      address: ctx.ip,
      captchaResponse: ctx.get('x-captcha-response'),
      device: deviceToken(ctx, services.config),
    })
    await signInBrowser(ctx, services, { user, token })
    ctx.set('Cache-Control', 'no-store')
    ctx.body = { user: ownAccount(user), token }
  })
  koa.get('/api/v1/account', ctx => {
    ctx.set('Cache-Control', 'no-store')
    ctx.body = ownAccount((ctx as unknown as RequestContext).state.caller.user!)
  })
  koa.get('/api/v1/auth', ctx => {
    const { user } = (ctx as unknown as RequestContext).state.caller
    ctx.set('Cache-Control', 'no-store')
    if (user) ctx.body = { user: ownAccount(user) }
    else ctx.status = 204
  })
}

function stateOf(ctx: unknown): RequestContext['state']['context'] {
  return (ctx as RequestContext).state.context
}

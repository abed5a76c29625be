import { NotAuthorizedError, type PluginRouter, type User } from '@platform/plugin-sdk'
import { z } from 'zod'
import type { Platform } from '../../boot/platform.ts'
import { parseBody, readJson } from '../../http/body.ts'
import type { RequestContext } from '../../http/state.ts'
import { setTokenCookie } from '../../http/token-cookie.ts'
import { ownAccount } from './public-user.ts'

const text = z.string().max(2_000).default('')
const registration = z.object({ email: text, username: text, password: text })
const credentials = z.object({ email: text, password: text })

/** Registering, signing in, and who one is. */
export function userRoutes({ koa }: PluginRouter): void {
  koa.post('/api/v1/users', async ctx => {
    const { platform } = stateOf(ctx)
    const user = await platform.services.users.createLocal(parseBody(registration, await readJson(ctx)))
    await platform.events.publish('userCreated', { id: user.id })
    ctx.status = 201
    ctx.body = ownAccount(user)
  })
  koa.post('/api/v1/auth/local', async ctx => {
    const { platform } = stateOf(ctx)
    const { user, token } = await signIn(platform, parseBody(credentials, await readJson(ctx)))
    setTokenCookie(ctx, platform.config, token)
    ctx.set('Cache-Control', 'no-store')
    ctx.body = { user: ownAccount(user), token }
  })
  koa.get('/api/v1/auth', ctx => {
    const { user } = (ctx as unknown as RequestContext).state.caller
    ctx.set('Cache-Control', 'no-store')
    if (user) ctx.body = { user: ownAccount(user) }
    else ctx.status = 204
  })
}

/** A session for whoever knows the password. @throws NotAuthorizedError otherwise. */
export async function signIn(platform: Platform, { email, password }: { email: string; password: string }): Promise<{ user: User; token: string }> {
  const user = await platform.services.users.authenticate(email, password)
  if (!user) throw new NotAuthorizedError('E-mail or password is wrong', { status: 401 })
  const { token } = await platform.services.sessions.begin(user)
  return { user, token }
}

function stateOf(ctx: unknown): RequestContext['state']['context'] {
  return (ctx as RequestContext).state.context
}


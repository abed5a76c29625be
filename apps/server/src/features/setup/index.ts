import { PlatformError, type PluginRouter } from '@platform/plugin-sdk'
import { z } from 'zod'
import { defineFeature } from '../../contract/define-feature.ts'
import { parseBody, readJson } from '../../request/body.ts'
import { requestOf } from '../../request/state.ts'
import { alreadySetUp, isSetUp, isWebSetUpClosed, setUp } from './service.ts'
import { createSetupToken, type SetupToken } from './token.ts'

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly setupToken: SetupToken
  }
}

const text = z.string().max(2_000).default('')
const body = z.strictObject({
  token: text,
  settings: z.record(z.string(), z.unknown()).default({}),
  user: z.strictObject({ email: text, username: text, password: text }),
})

function setupRoutes({ koa }: PluginRouter): void {
  koa.get('/api/v1/setup', async ctx => {
    const { services } = requestOf(ctx).state.context
    ctx.body = { installed: await isWebSetUpClosed(services) }
  })
  koa.post('/api/v1/setup', async ctx => {
    const { services } = requestOf(ctx).state.context
    if (services.config.installLock)
      throw new PlatformError('INSTALL_LOCKED', 'Set-up over the web is switched off', { status: 403 })
    const { token, settings, user } = parseBody(body, await readJson(ctx))
    if (!(await services.setupToken.matches(token))) {
      if (await isSetUp(services)) throw alreadySetUp()
      throw new PlatformError('TOKEN_INVALID', 'Use the link that was printed when the server started', { status: 401 })
    }
    await setUp(services, { settings, user })
    ctx.status = 204
  })
}

/** The set-up of a new site, which makes its first administrator. */
export const setupFeature = defineFeature({
  name: 'setup',
  router: setupRoutes,
  // Both routes are open to anonymous readers, because the set-up asks for the token that the server printed.
  permissions: { 'GET /api/v1/setup': 'ANYBODY', 'POST /api/v1/setup': 'ANYBODY' },
  services: {
    setupToken: { needs: ['kvstore'], create: ({ kvstore }) => createSetupToken(kvstore) },
  },
})

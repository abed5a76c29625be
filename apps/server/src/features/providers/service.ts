import type { ProviderSignIn } from '@platform/plugin-sdk'
import type { Context } from 'koa'
import type { Platform } from '../../main/platform.ts'
import { LIMITS } from '../limits/service.ts'
import { answerNotSignedIn, answerSignedIn, keepOpener } from './answer.tsx'
import { browserOf, markBrowser } from './browser-cookie.ts'
import { readEnding } from './ending.ts'
import { createFlows, type Ending, type Flow } from './flows.ts'

/** What plugins sign people in with; at `connectors.services.Providers`. */
export function createProviderSignIn(platform: Platform): ProviderSignIn {
  const { config, kvstore } = platform
  const flows = createFlows(kvstore)
  const endings = new WeakMap<object, Ending>()
  const told = ({ provider, state, nonce, codeVerifier }: Flow) => ({
    state,
    nonce,
    codeVerifier,
    redirectUri: `${config.rootUrl}/api/v1/auth/${provider}/callback`,
  })
  return {
    async begin(ctx, provider) {
      const ending = await readEnding(ctx as Context, platform)
      endings.set(ctx, ending)
      keepOpener(ctx as Context)
      ctx.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
      await platform.services.limits.countFor(ctx.ip, LIMITS.providerBegun)
      return told(await flows.begin({ provider, browser: markBrowser(ctx as Context, config), ending }))
    },
    async resume(ctx, provider) {
      const [state, ...others] = new URLSearchParams(ctx.querystring).getAll('state')
      const flow = await flows.take({
        provider,
        browser: browserOf(ctx as Context, config),
        state: state === undefined || others.length > 0 ? null : state,
      })
      endings.set(ctx, flow.ending)
      return told(flow)
    },
    async userOf({ provider, id, displayName }) {
      const { user } = await platform.services.users.upsertExternal({ provider, id, displayName, creation: 'unnamed' })
      return user
    },
    async succeed(ctx, user) {
      await answerSignedIn(ctx as Context, platform, { user, ending: endings.get(ctx)! })
    },
    async fail(ctx, error) {
      await answerNotSignedIn(ctx as Context, platform, { error, ending: endings.get(ctx) ?? null })
    },
  }
}

import type { ProviderSignIn, Services } from '@platform/plugin-sdk'
import type { Context } from 'koa'
import { LIMITS } from '../../features/limits/service.ts'
import { type AnswerServices, answerNotSignedIn, answerSignedIn, keepOpener } from './answer.tsx'
import { browserOf, markBrowser } from './browser-cookie.ts'
import { readEnding } from './ending.ts'
import { createFlows, type Ending, type Flow } from './flows.ts'

type ProviderServices = AnswerServices & Pick<Services, 'kvstore' | 'limits' | 'users'>

/** What plugins sign people in with; at `connectors.services.Providers`. */
export function createProviderSignIn(services: ProviderServices): ProviderSignIn {
  const { config, kvstore } = services
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
      const ending = await readEnding(ctx as Context, services)
      endings.set(ctx, ending)
      keepOpener(ctx as Context)
      ctx.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
      await services.limits.countFor(ctx.ip, LIMITS.providerBegun)
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
      const { user } = await services.users.upsertExternal({ provider, id, displayName, creation: 'unnamed' })
      return user
    },
    async succeed(ctx, user) {
      await answerSignedIn(ctx as Context, services, { user, ending: endings.get(ctx)! })
    },
    async fail(ctx, error) {
      await answerNotSignedIn(ctx as Context, services, { error, ending: endings.get(ctx) ?? null })
    },
  }
}

import type { Config } from '@platform/config'
import type { ProviderSignIn, Services } from '@platform/plugin-sdk'
import type { Context } from 'koa'
import { LIMITS } from '../../features/limits/service.ts'
import { readOwnCookie, setOwnCookie } from '../../request/cookies.ts'
import { type AnswerServices, answerNotSignedIn, answerSignedIn, keepOpener } from './answer.tsx'
import { readEnding } from './ending.ts'
import { createFlows, type Ending, FLOW_LIFETIME, type Flow, secret } from './flows.ts'

const BROWSER_COOKIE = 'platform-sign-in'

type ProviderServices = AnswerServices & Pick<Services, 'avatars' | 'kvstore' | 'limits' | 'users'>

/** The service by which plugins sign users in at providers; also `connectors.services.Providers`. */
export function createProviderSignIn(services: ProviderServices): ProviderSignIn {
  const { config, kvstore } = services
  const flows = createFlows(kvstore)
  const endings = new WeakMap<object, Ending>()
  const startOf = ({ provider, state, nonce, codeVerifier }: Flow) => ({
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
      return startOf(await flows.begin({ provider, browser: markBrowser(ctx as Context, config), ending }))
    },
    async resume(ctx, provider) {
      const [state, ...others] = new URLSearchParams(ctx.querystring).getAll('state')
      const flow = await flows.take({
        provider,
        browser: browserOf(ctx as Context, config),
        state: state === undefined || others.length > 0 ? null : state,
      })
      endings.set(ctx, flow.ending)
      return startOf(flow)
    },
    async userOf({ provider, id, displayName, picture }) {
      const { user } = await services.users.upsertExternal({ provider, id, displayName, creation: 'unnamed' })
      await services.avatars.offer(user, picture)
      return user
    },
    async succeed(ctx, user) {
      const ending = endings.get(ctx)
      if (!ending) throw new Error('succeed() belongs behind begin() or resume() of the same request')
      await answerSignedIn(ctx as Context, services, { user, ending })
    },
    async fail(ctx, error) {
      await answerNotSignedIn(ctx as Context, services, { error, ending: endings.get(ctx) ?? null })
    },
  }
}

/** The secret in the cookie of a browser, by which it is recognised when a provider sends it back; else `null`. */
function browserOf(ctx: Context, config: Config): string | null {
  const value = readOwnCookie(ctx, config, BROWSER_COOKIE)
  return value !== null && /^[\w-]{43}$/.test(value) ? value : null
}

/** The secret of a browser, which gets one with its first flow. All tabs share it, and each flow extends its life. */
function markBrowser(ctx: Context, config: Config): string {
  const browser = browserOf(ctx, config) ?? secret()
  setOwnCookie(ctx, config, { name: BROWSER_COOKIE, value: browser, lifetime: FLOW_LIFETIME })
  return browser
}

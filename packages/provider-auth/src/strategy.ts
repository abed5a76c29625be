import {
  type AuthStrategy,
  type KoaHandler,
  PlatformError,
  type ProviderFlow,
  type ProviderSignIn,
} from '@platform/plugin-sdk'
import pTimeout from 'p-timeout'
import { failureOf } from './failure.ts'
import type { IdentityProvider, ProviderProfile } from './provider.ts'
import { tryProvider } from './try-provider.ts'

type RouteContext = Parameters<KoaHandler>[0]

const LONGEST_ID = 255
const LONGEST_NAME = 200
/** Time for all requests to a provider while the user waits, in milliseconds. */
const PATIENCE = 9_000

/** Returns the server's part of a sign-in by a provider. */
export function signInOf({ state: { context } }: RouteContext): ProviderSignIn {
  return (context.connectors as { readonly services: { readonly Providers: ProviderSignIn } }).services.Providers
}

/**
 * Makes a strategy for the registry. It sends users to the provider, and with `{ callback: true }` receives those who
 * come back.
 *
 * @example
 * registry.use('corporate', providerStrategy(corporate))
 */
export function providerStrategy(provider: IdentityProvider): AuthStrategy {
  const { name, button } = provider

  /** Turns a failure of the provider into an error for the user. Failures of this server are not changed. */
  async function asked<T>(ctx: RouteContext, work: Promise<T>): Promise<T> {
    try {
      return await inTime(work)
    } catch (error) {
      throw failureOf(error, name, ctx.state.context.log)
    }
  }

  async function profileOf(callback: URL, flow: ProviderFlow): Promise<ProviderProfile> {
    const { id, displayName, picture } = await provider.identify(callback, flow)
    if (id.length === 0 || id.length > LONGEST_ID) throw new Error(`the provider gave an id of ${id.length} characters`)
    return { id, displayName: displayName.slice(0, LONGEST_NAME), picture }
  }

  async function start(ctx: RouteContext): Promise<string> {
    const flow = await signInOf(ctx).begin(ctx, name)
    return (await asked(ctx, provider.authorize(flow))).href
  }

  async function finish(ctx: RouteContext): Promise<object> {
    const signIn = signInOf(ctx)
    const flow = await signIn.resume(ctx, name)
    const profile = await asked(ctx, profileOf(new URL(`${flow.redirectUri}${ctx.search}`), flow))
    return signIn.userOf({ provider: name, ...profile })
  }

  return {
    name,
    button,
    test: flow => inTime(tryProvider(provider, flow)),
    authenticate(request, options) {
      const { ctx } = request as unknown as { ctx: RouteContext }
      const fail = (error: unknown) => {
        this.error(error)
      }
      if ((options as { callback?: boolean } | undefined)?.callback)
        finish(ctx).then(user => {
          this.success(user)
        }, fail)
      else
        start(ctx).then(url => {
          this.redirect(url)
        }, fail)
    },
  }
}

/** Rejects when the provider takes too long, because the user is waiting for the page. */
function inTime<T>(work: Promise<T>): Promise<T> {
  const message = 'The other service does not answer; try again later'
  return pTimeout(work, {
    milliseconds: PATIENCE,
    message: new PlatformError('PROVIDER_FAILED', message, { status: 502 }),
  })
}

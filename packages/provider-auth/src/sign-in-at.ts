import type { KoaHandler, PluginRouter, StrategyRegistry, User } from '@platform/plugin-sdk'
import type { IdentityProvider } from './provider.ts'
import { providerStrategy, signInOf } from './strategy.ts'

/**
 * The hooks of a plugin that signs users in.
 *
 * @example
 * const { authStrategies, router }: SignInHooks<{ issuer: string }> = signInAt(({ issuer }) => [providerAt(issuer)])
 */
export interface SignInHooks<Config> {
  authStrategies(strategies: StrategyRegistry, about: { readonly config: Config }): void
  router(router: PluginRouter): void
}

/**
 * Makes hooks for `definePlugin`: a strategy and two routes for each provider, `GET /api/v1/auth/<name>` and
 * `GET /api/v1/auth/<name>/callback`.
 *
 * @param providersOf makes the providers from the plugin's configuration.
 *
 * @example
 * export default definePlugin({
 *   name: 'platform-plugin-corporate-auth',
 *   sdk: '^1.0',
 *   config,
 *   ...signInAt(({ issuer }: Config) => [providerAt(issuer)]),
 * })
 */
export function signInAt<Config>(providersOf: (config: Config) => readonly IdentityProvider[]): SignInHooks<Config> {
  let mounted: { readonly strategies: StrategyRegistry; readonly providers: readonly IdentityProvider[] } | null = null
  return {
    authStrategies(strategies, { config }) {
      const providers = providersOf(config)
      for (const provider of providers) strategies.use(provider.name, providerStrategy(provider))
      mounted = { strategies, providers }
    },
    router(router) {
      // Routes are composed directly after the strategies of the same platform, so `mounted` belongs to it.
      if (!mounted) return
      const { strategies, providers } = mounted
      for (const { name } of providers) {
        router.koa.get(
          `/api/v1/auth/${name}`,
          answering(strategies.authenticate(name, { session: false }) as KoaHandler),
        )
        router.koa.get(
          `/api/v1/auth/${name}/callback`,
          answering(strategies.authenticate(name, { session: false, callback: true }) as KoaHandler),
        )
      }
    },
  }
}

/** Answers with a page in every case, because a browser window shows the answer to the user. */
function answering(authenticate: KoaHandler): KoaHandler {
  return async ctx => {
    const signIn = signInOf(ctx)
    try {
      await authenticate(ctx, async () => {
        await signIn.succeed(ctx, ctx.state.user as User)
      })
    } catch (error) {
      await signIn.fail(ctx, error)
    }
  }
}

import type { Request } from 'express'
import type { Guard } from '../needed.ts'
import type { ProviderFlow } from './provider-sign-in.ts'

/**
 * The methods that a strategy's `authenticate` calls on `this` to report its result.
 *
 * @example
 * const report = (outcome: StrategyOutcome, user: User | null) =>
 *   user ? outcome.success(user) : outcome.fail('unknown')
 */
export interface StrategyOutcome {
  /** Signs this user in. */
  success(user: object, about?: object): void
  /** Refuses the credentials of the request. */
  fail(challenge?: unknown, status?: number): void
  /** Sends the browser to another address, for example to a provider. */
  redirect(url: string, status?: number): void
  /** Passes the request to the next handler without a user. */
  pass(): void
  /** Reports an unexpected error. */
  error(error: unknown): void
}

/**
 * The button of a way to sign in, on the sign-in page.
 *
 * @example
 * const button: SignInButton = { text: 'platform-plugin-badge.button' }
 */
export interface SignInButton {
  /** The key of a text in the plugin's translations, or the text itself. */
  readonly text: string
  /** For `{0}`, `{1}` ... in the text. */
  readonly values?: readonly string[]
}

/**
 * A way to sign in: a strategy of a package named `passport-<provider>`, or an object of your own.
 *
 * @example
 * const always: AuthStrategy = { name: 'always', authenticate() { this.success({ id: '1' }) } }
 */
export interface AuthStrategy {
  name?: string | undefined
  /** The sign-in page shows this button, which leads to `/api/v1/auth/<name>`. */
  readonly button?: SignInButton
  authenticate(this: StrategyOutcome, request: Request, options?: unknown): unknown
  /**
   * Tries the provider without a user, for an administrator. It resolves to a sentence on what works, and throws an
   * error that says what does not.
   */
  test?(flow: ProviderFlow): Promise<string>
}

/**
 * The registry of strategies. All plugins share one registry.
 *
 * @example
 * let strategies: StrategyRegistry
 * export default definePlugin({
 *   name: 'platform-plugin-badge', sdk: '^1.0',
 *   authStrategies: registry => { strategies = registry.use('badge', badgeStrategy) },
 *   router(router) {
 *     router.get('/badge', (req, res, next) => strategies.authenticate('badge', { session: false })(req, res, next))
 *   },
 * })
 */
export interface StrategyRegistry {
  /** Registers a strategy by its own name, or by the name given. */
  use(strategy: AuthStrategy): this
  use(name: string, strategy: AuthStrategy): this
  /** Makes a handler, for Express's and koa's routes, that signs the caller in by this strategy. */
  authenticate(strategy: string | readonly string[], options?: Readonly<Record<string, unknown>>): Guard
}

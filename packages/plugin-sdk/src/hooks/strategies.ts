import type { Request } from 'express'
import type { Guard } from '../needed.ts'

/**
 * What a strategy's `authenticate` calls, as `this`, to say how it went.
 *
 * @example
 * const settle = (outcome: StrategyOutcome, user: User | null) => user ? outcome.success(user) : outcome.fail('unknown')
 */
export interface StrategyOutcome {
  success(user: object, about?: object): void
  fail(challenge?: unknown, status?: number): void
  redirect(url: string, status?: number): void
  pass(): void
  error(error: unknown): void
}

/**
 * What a page offers a way to sign in by.
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
 * A way to sign in: what packages named `passport-<provider>` export, or an object of your own.
 *
 * @example
 * const always: AuthStrategy = { name: 'always', authenticate() { this.success({ id: '1' }) } }
 */
export interface AuthStrategy {
  name?: string | undefined
  /** Has the sign-in page show a button that leads to `/api/v1/auth/<name>`. */
  readonly button?: SignInButton
  authenticate(this: StrategyOutcome, request: Request, options?: unknown): unknown
}

/**
 * Where strategies are registered and used from. It is the same one for all plugins.
 *
 * @example
 * let strategies: StrategyRegistry
 * export default definePlugin({
 *   name: 'platform-plugin-badge', sdk: '^1.0',
 *   authStrategies: registry => { strategies = registry.use('badge', badgeStrategy) },
 *   router: router => { router.get('/badge', (req, res, next) => strategies.authenticate('badge', { session: false })(req, res, next)) },
 * })
 */
export interface StrategyRegistry {
  use(strategy: AuthStrategy): this
  use(name: string, strategy: AuthStrategy): this
  /** A handler for both kinds of route; it signs in by that strategy. */
  authenticate(strategy: string | readonly string[], options?: Readonly<Record<string, unknown>>): Guard
}

import type { AuthStrategy, RouteHandler, StrategyRegistry } from '@platform/plugin-sdk'

/**
 * Takes guests by their word. Nothing is given to them for it; a package `passport-<provider>` stands here in earnest.
 */
const guests: AuthStrategy = {
  name: 'example-guest',
  authenticate(request) {
    const { name } = request.query
    return typeof name === 'string' && /^\w{1,30}$/.test(name)
      ? this.success({ username: name })
      : this.fail('say your name', 401)
  },
}

let strategies: StrategyRegistry

/**
 * `authStrategies`: ways to sign in, for routes to use. (`passport` is the older name of this hook; use one of both.)
 */
export function authStrategies(registry: StrategyRegistry): void {
  strategies = registry.use(guests)
}

/** Lets guests pass who say their name. */
export const guestsOnly: RouteHandler = (req, res, next) =>
  strategies.authenticate('example-guest', { session: false })(req, res, next)

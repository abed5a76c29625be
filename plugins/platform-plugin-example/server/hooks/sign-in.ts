import type { AuthStrategy, RouteHandler, StrategyRegistry, UnknownToken, User } from '@platform/plugin-sdk'
import { users } from '@platform/server/services/users'

/**
 * A strategy that believes every name, and gives no rights for it. A real plugin uses a package `passport-<provider>`
 * here.
 */
const guests: AuthStrategy = {
  name: 'example-guest',
  authenticate(request) {
    const { name } = request.query
    return typeof name === 'string' && /^\w{1,30}$/.test(name)
      ? this.success({ username: name })
      : this.fail('add ?name= with your name', 401)
  },
}

let strategies: StrategyRegistry

/**
 * `authStrategies`: registers ways to sign in, which routes use. (`passport` is the older name of this hook; use only
 * one.)
 */
export function authStrategies(registry: StrategyRegistry): void {
  strategies = registry.use(guests)
}

/** Passes requests of guests who give a name. */
export const guestsOnly: RouteHandler = (req, res, next) =>
  strategies.authenticate('example-guest', { session: false })(req, res, next)

/**
 * `tokenUserNotFound`: finds or makes the user of a valid token whose user is unknown. Use it when another
 * service signs users in and signs tokens with the server's key. Return `null` for tokens of other services.
 */
export async function tokenUserNotFound({ jwt }: UnknownToken): Promise<User | null> {
  const { sub, provider, name } = jwt
  if (provider !== 'example' || typeof sub !== 'string') return null
  return users.upsertExternalUser(null, sub, 'example', typeof name === 'string' ? name : sub)
}

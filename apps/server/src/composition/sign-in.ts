import { ROLES } from '@platform/auth'
import { wording } from '@platform/config'
import { described, type LoadedPlugin, type Problem } from '@platform/plugin-host'
import type { SignInButton, User } from '@platform/plugin-sdk'
import koaPassport from 'koa-passport'
import pTimeout from 'p-timeout'
import passport from 'passport'
import { z } from 'zod'
import type { FindUnknown, OfferedStrategy, StrategyRegistry } from '../contract/composed.ts'
import { attribute, callSynchronously, placeOf, remember } from './attribution.ts'
import type { Ledger } from './ledger.ts'

interface Strategy {
  name?: string
  readonly button?: SignInButton
  authenticate(...args: never[]): unknown
}

type Handler = (...args: unknown[]) => unknown

/** One registry with the strategies of all plugins; two strategies of the same name are a conflict. */
export function composeStrategies(
  plugins: readonly LoadedPlugin[],
  ledger: Ledger,
): { registry: StrategyRegistry; offered: OfferedStrategy[]; problems: Problem[] } {
  const registry = createRegistry()
  const offered: OfferedStrategy[] = []
  const mount = registry.use.bind(registry) as (name: string, strategy: Strategy) => StrategyRegistry
  const problems = plugins.flatMap(plugin => {
    const hook = plugin.hooks.authStrategies ?? plugin.hooks.passport
    if (!hook) return []
    registry.use = ((...args: [Strategy] | [string, Strategy]) => {
      const [name, strategy] = args.length === 1 ? [args[0].name ?? '', args[0]] : args
      ledger.claim('strategy', name, plugin)
      if (ledger.owner('strategy', name) !== plugin) return registry
      if (strategy.button) offered.push({ name, ...strategy.button })
      return mount(name, attributeStrategy(strategy, plugin, name))
    }) as never
    return callSynchronously(plugin, plugin.hooks.authStrategies ? 'authStrategies' : 'passport', () =>
      hook(registry as never, { config: plugin.config ?? {} }),
    )
  })
  registry.use = mount as never
  return { registry, offered, problems }
}

/** A strategy whose errors are marked as its plugin's: those it throws, and those it reports by `this.error`. */
function attributeStrategy(strategy: Strategy, plugin: LoadedPlugin, name: string): Strategy {
  const run = attribute(plugin, 'authStrategies', name, strategy.authenticate as Handler)
  const place = placeOf(plugin, 'authStrategies', name)
  // The registry makes one of these for each request, and gives it `error` then.
  function authenticate(this: { error?: (error: unknown) => unknown }, ...args: unknown[]): unknown {
    const report = this.error
    if (report && !plugin.core) this.error = error => report.call(this, remember(error, place))
    return run.apply(this, args)
  }
  return Object.create(strategy, { authenticate: { value: authenticate, writable: true } }) as Strategy
}

/**
 * koa's registry. Called with Express's three arguments, it answers as Express's registry, from the same strategies.
 */
function createRegistry(): StrategyRegistry {
  const registry = new koaPassport.KoaPassport()
  const express = new passport.Passport()
  Object.assign(express, { _strategies: Reflect.get(registry, '_strategies') })
  const koaAuthenticate = registry.authenticate.bind(registry) as (...args: unknown[]) => Handler
  const authenticate = (...args: unknown[]): Handler => {
    const koa = koaAuthenticate(...args)
    const connect = (express.authenticate as (...args: unknown[]) => Handler)(...args)
    return (...request) => (request.length >= 3 ? connect : koa)(...request)
  }
  return Object.assign(registry, { authenticate }) as unknown as StrategyRegistry
}

/** How long one plugin may look for a user. Milliseconds. */
const DEADLINE = 10_000

/** Asks the plugins in order for the user of a valid token that no known user has, until one gives a user. */
export async function findUnknown(
  plugins: readonly LoadedPlugin[],
  found: Parameters<FindUnknown>[0],
): Promise<User | null> {
  for (const plugin of plugins) {
    const { tokenUserNotFound: ask } = plugin.hooks
    if (!ask) continue
    const answer = () =>
      pTimeout(
        Promise.resolve().then(() => ask(found)),
        { milliseconds: DEADLINE, message: `it did not answer within ${DEADLINE / 1_000} s` },
      ).then(userOf)
    const user = await attribute(plugin, 'tokenUserNotFound', 'tokenUserNotFound', answer)()
    if (user) return user
  }
  return null
}

const record = z.looseObject({
  id: z.string().min(1),
  username: z.string(),
  roles: z.array(z.enum(ROLES)),
  status: z.looseObject({}),
  tokens: z.array(z.unknown()),
})

/** The answer of a plugin, which must be a user record: any other object could pass for some user. */
function userOf(answer: unknown): User | null {
  if (answer === null || answer === undefined) return null
  const { error } = record.safeParse(answer, { error: wording })
  if (!error) return answer as User
  const wrong = error.issues.map(({ path, message }) => `${path.join('.') || 'it'}: ${message}`)
  throw new Error(`gave ${described(answer)} that is no user: ${wrong.join('; ')}`)
}

import { type LoadedPlugin, type Problem, watchGlobals } from '@platform/plugin-host'
import type { ProviderFlow, SignInButton } from '@platform/plugin-sdk'
import type { OfferedStrategy, StrategyRegistry } from '../contract/composed.ts'
import { registeredWhileLoading, type UseArguments } from '../runtime/strategies.ts'
import { attribute, callSynchronously, placeOf, remember } from './attribution.ts'
import type { Ledger } from './ledger.ts'

interface Strategy {
  name?: string
  readonly button?: SignInButton
  test?(flow: ProviderFlow): Promise<string>
  authenticate(...args: never[]): unknown
}

type Handler = (...args: unknown[]) => unknown

interface Ownership {
  readonly ledger: Ledger
  readonly registry: StrategyRegistry
}

/** Fills the registry with the strategies of all plugins; two strategies of the same name are a conflict. */
export function composeStrategies(
  plugins: readonly LoadedPlugin[],
  { ledger, registry }: Ownership,
): { registry: StrategyRegistry; offered: OfferedStrategy[]; problems: Problem[] } {
  const offered: OfferedStrategy[] = []
  const mount = registry.use.bind(registry) as (name: string, strategy: Strategy) => StrategyRegistry
  const watch = watchGlobals()
  const problems = plugins.flatMap(plugin => {
    const use = (...args: UseArguments<Strategy>) => {
      const [name, strategy] = args.length === 1 ? [args[0].name ?? '', args[0]] : args
      ledger.claim('strategy', name, plugin)
      if (ledger.owner('strategy', name) !== plugin) return registry
      if (strategy.button)
        offered.push({ plugin: plugin.name, name, ...strategy.button, test: testOf(strategy, plugin, name) })
      return mount(name, attributeStrategy(strategy, plugin, name))
    }
    for (const args of registeredWhileLoading(plugin.name)) use(...args)
    const hook = plugin.hooks.authStrategies ?? plugin.hooks.passport
    if (!hook) return []
    registry.use = use as never
    return callSynchronously(plugin, {
      hook: plugin.hooks.authStrategies ? 'authStrategies' : 'passport',
      watch,
      run: () => hook(registry as never, { config: plugin.config ?? {} }),
    })
  })
  registry.use = mount as never
  return { registry, offered, problems }
}

/** The test of a strategy, whose errors are marked as its plugin's; `null` without one. */
function testOf(strategy: Strategy, plugin: LoadedPlugin, name: string): OfferedStrategy['test'] {
  const { test } = strategy
  return test ? attribute(plugin, 'authStrategies', `${name} test`, async flow => test.call(strategy, flow)) : null
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

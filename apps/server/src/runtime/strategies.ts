import { runningNow } from '@platform/plugin-host'
import koaPassport from 'koa-passport'
import passport from 'passport'
import type { StrategyRegistry } from '../contract/composed.ts'
import { currentStrategies } from './current-services.ts'
import { oncePer } from './once-per.ts'

/** The arguments of `use`: a strategy, or a name and a strategy. */
export type UseArguments<Strategy> = readonly [Strategy] | readonly [name: string, strategy: Strategy]

type Handler = (...args: unknown[]) => unknown

/** A plugin's call of `use` while its modules are loaded. */
interface Registration {
  readonly plugin: string
  readonly args: UseArguments<never>
}

interface Loading {
  readonly registry: StrategyRegistry
  readonly registrations: Registration[]
}

const KEY = Symbol.for('@platform/server/strategies')

/** Plugins may load the server's files a second time, so all copies of this module share one registry. */
const shared = globalThis as typeof globalThis & { [KEY]?: Loading }

/**
 * koa's registry. Called with Express's three arguments, it answers as Express's registry, from the same strategies.
 */
export function createRegistry(): StrategyRegistry {
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

/** The calls of `use` that a plugin made while its modules were loaded, in their order. */
export function registeredWhileLoading(plugin: string): readonly UseArguments<never>[] {
  return loading().registrations.flatMap(({ plugin: owner, args }) => (owner === plugin ? [args] : []))
}

/**
 * The registry as plugins import it. It is the same object from the moment plugins are loaded: until the plugins are
 * composed it has the strategies that were registered while they were loaded, and then those of the composition.
 */
export const strategies: StrategyRegistry = new Proxy({} as StrategyRegistry, {
  get(_target, name, facade) {
    const registry = currentStrategies() ?? loading().registry
    if (name === 'authenticate' && registry === loading().registry) return authenticateLater
    const value: unknown = Reflect.get(registry, name)
    if (typeof value !== 'function') return value
    return (...args: unknown[]) => {
      const answer: unknown = value.apply(registry, args)
      return answer === registry ? facade : answer
    }
  },
})

/** A handler that was made while plugins are loaded finds its strategy when it handles its first request. */
function authenticateLater(...args: unknown[]): Handler {
  const handlerOf = oncePer((registry: StrategyRegistry) =>
    (registry.authenticate as (...args: unknown[]) => Handler)(...args),
  )
  return (...request) => handlerOf(currentStrategies() ?? loading().registry)(...request)
}

function loading(): Loading {
  shared[KEY] ??= createLoading()
  return shared[KEY]
}

function createLoading(): Loading {
  const registry = createRegistry()
  const registrations: Registration[] = []
  const { use } = registry
  registry.use = ((...args: UseArguments<never>) => {
    const plugin = runningNow()?.plugin
    if (plugin === undefined)
      throw new Error('no plugin is being loaded: register the strategy in the hook authStrategies')
    Reflect.apply(use as Handler, registry, args)
    registrations.push({ plugin, args })
    return registry
  }) as never
  return { registry, registrations }
}

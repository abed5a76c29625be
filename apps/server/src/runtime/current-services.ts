import type { Config } from '@platform/config'
import type { Services } from '@platform/plugin-sdk'
import type { StrategyRegistry } from '../contract/composed.ts'

interface Current {
  config?: Config
  /** The sign-in strategies of the composition that is being made. */
  strategies?: StrategyRegistry
  /** The services of the platforms that run, the latest one at the end. */
  readonly running: Services[]
}

const KEY = Symbol.for('@platform/server/current')

/** Plugins may load the server's files a second time, so all copies of this module share one object. */
const shared = globalThis as typeof globalThis & { [KEY]?: Current }
shared[KEY] ??= { running: [] }
const current = shared[KEY]

/** Reading a service before the composition throws an error that names the service. */
const NO_SERVICES = new Proxy({} as Services, {
  get(_services, name) {
    throw new Error(
      `the service ${String(name)} does not exist while plugins are loaded and composed: use it in a function ` +
        'that runs later, such as a resolver, the handler of a route, or the hook init',
    )
  },
})

/**
 * The services of this process, for modules without a context that plugins import by path, such as `services/users` and
 * `models/asset`. With a context, use `context.services`.
 *
 * @returns the services; before they exist, an object that throws when a service is read.
 */
export function currentServices(): Services {
  return current.running.at(-1) ?? NO_SERVICES
}

/** The configuration of this process, which exists before plugins are loaded. */
export function currentConfig(): Config {
  if (current.config) return current.config
  throw new Error('the configuration does not exist yet: this plugin was loaded before the platform was started')
}

/** The registry of the composition that is being made, or that runs; `null` while plugins are loaded. */
export function currentStrategies(): StrategyRegistry | null {
  return current.strategies ?? current.running.at(-1)?.composition.strategies ?? null
}

/** Makes this the configuration that plugins read. */
export function makeConfigCurrent(config: Config): void {
  current.config = config
}

/** Runs `compose`, while plugins reach this registry of strategies without a context. */
export function composeWith<T>(strategies: StrategyRegistry, compose: () => T): T {
  const { strategies: before } = current
  current.strategies = strategies
  try {
    return compose()
  } finally {
    if (before) current.strategies = before
    else delete current.strategies
  }
}

/** Makes these services the current ones. @returns a function that removes them; those before are current again. */
export function makeCurrent(services: Services): () => void {
  current.running.push(services)
  return () => {
    const index = current.running.indexOf(services)
    if (index >= 0) current.running.splice(index, 1)
  }
}

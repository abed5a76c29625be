import type { LoadedPlugin, Problem } from '@platform/plugin-host'
import type { Connectors, CreateContext, ServerContext } from '../../contract/context.ts'
import { attribute } from '../attribution.ts'
import type { Ledger } from '../ledger.ts'
import type { ComposedSchema } from '../schema/schema.ts'
import type { ComposedServices } from '../services/services.ts'
import { composeGroups } from './groups.ts'
import { pluginHooksFor } from './plugin-hooks.ts'
import { contextOf } from './plugin-view.ts'
import { contextFactory } from './request-context.ts'
import { composeSorts, learnSorts } from './sorts.ts'

/** Makes the contexts of requests, with the loaders, mutators, sorts and plugin contexts of all plugins. */
export interface ComposedContexts {
  readonly createContext: CreateContext
  readonly problems: readonly Problem[]
  readonly warnings: readonly Problem[]
}

interface Given {
  readonly ledger: Ledger
  readonly services: ComposedServices
  readonly connectors: Connectors
  readonly schema: ComposedSchema['schema']
}

/** Composes the hooks that are called with a context, and calls each of them once to learn what it gives. */
export function composeContexts(
  plugins: readonly LoadedPlugin[],
  { ledger, services, connectors, schema }: Given,
): ComposedContexts {
  const loaders = composeGroups('loaders', plugins, ledger)
  const mutators = composeGroups('mutators', plugins, ledger)
  const Plugins = lazyRecord('plugin context', pluginEntries(plugins, ledger))
  const createContext = contextFactory(services.services, {
    connectors,
    pluginHooks: pluginHooksFor(plugins),
    Plugins,
    Loaders: lazyRecord('loaders', loaders.entries),
    Mutators: lazyRecord('mutators', mutators.entries),
  })
  // Without its services a hook would fail, and that would be reported as a problem of the hook.
  const failures = services.problems.length > 0 ? [] : services.makeAll()
  if (services.problems.length + failures.length > 0) return { createContext, problems: failures, warnings: [] }
  const probe = () => createContext({ id: 'boot' })
  const sorts = learnSorts(plugins, probe(), { ledger, schema })
  const problems = [...sorts.problems, ...loaders.learn(probe), ...mutators.learn(probe)]
  return { createContext, problems, warnings: sorts.warnings }
}

/** The entries of `context.plugins`: every `context` hook by its name, and all sorts together as `Sort`. */
function pluginEntries(plugins: readonly LoadedPlugin[], ledger: Ledger): Entries<ServerContext> {
  const entries = new Map<string, (context: ServerContext) => unknown>()
  for (const plugin of plugins) {
    const view = contextOf(plugin)
    for (const [name, make] of Object.entries(plugin.hooks.context ?? {})) {
      if (name === 'Sort') continue
      ledger.claim('context', name, plugin)
      const run = attribute(plugin, 'context', name, make)
      if (ledger.owner('context', name) === plugin) entries.set(name, context => run(view(context)))
    }
  }
  return entries.set('Sort', composeSorts(plugins, ledger))
}

/** How each entry is made from the context it belongs to. */
type Entries<Ctx> = ReadonlyMap<string, (context: Ctx) => unknown>

/**
 * A class of records whose entries are made when they are first read, once for each record. The getters are on the
 * prototype, so a record costs nothing until it is used. A record has the entries that are known when it is made.
 */
function lazyRecord<Ctx>(kind: string, entries: Entries<Ctx>): new (context: Ctx) => Record<string, unknown> {
  class LazyRecord {
    readonly [entry: string]: unknown
    readonly #context: Ctx
    readonly #making = new Set<string>()

    constructor(context: Ctx) {
      this.#context = context
      if (defined.size < entries.size) defineGetters()
    }

    static make(record: LazyRecord, name: string): unknown {
      if (record.#making.has(name)) {
        const names = [...record.#making, name].join(' needs ')
        throw new Error(`${kind} ${names}: they need each other; read the other one later, inside a function`)
      }
      record.#making.add(name)
      try {
        const value = entries.get(name)?.(record.#context)
        Object.defineProperty(record, name, { value, enumerable: true })
        return value
      } finally {
        record.#making.delete(name)
      }
    }
  }
  const defined = new Set<string>()
  const defineGetters = (): void => {
    for (const name of entries.keys()) {
      if (defined.has(name)) continue
      defined.add(name)
      Object.defineProperty(LazyRecord.prototype, name, {
        enumerable: true,
        get(this: LazyRecord) {
          return LazyRecord.make(this, name)
        },
      })
    }
  }
  return LazyRecord
}

import type { LoadedPlugin, Problem } from '@platform/plugin-host'
import type { Connectors, CreateContext } from '../../contract/context.ts'
import type { Ledger } from '../ledger.ts'
import type { ComposedSchema } from '../schema/schema.ts'
import type { ComposedServices } from '../services/services.ts'
import { composeGroups } from './groups.ts'
import { lazyRecord } from './lazy-record.ts'
import { composePluginContext, learnSorts } from './plugin-context.ts'
import { contextFactory } from './request-context.ts'

export interface Calling {
  /** Makes contexts with the groups known so far. */
  contexts(): CreateContext
  /** Makes the services, and asks each hook once what it gives; what it may use is there by then. */
  learn(schema: ComposedSchema['schema']): {
    readonly problems: readonly Problem[]
    readonly warnings: readonly Problem[]
  }
}

interface Reached {
  readonly ledger: Ledger
  readonly services: ComposedServices
  readonly connectors: Connectors
}

/** The hooks that are called with a context, and the contexts they are called with. */
export function composeCalling(plugins: readonly LoadedPlugin[], { ledger, services, connectors }: Reached): Calling {
  const loaders = composeGroups('loaders', plugins, ledger)
  const mutators = composeGroups('mutators', plugins, ledger)
  const Plugins = lazyRecord('plugin context', composePluginContext(plugins, ledger))
  const contexts = () =>
    contextFactory(services.services, {
      connectors,
      Plugins,
      Loaders: lazyRecord('loaders', loaders.entries),
      Mutators: lazyRecord('mutators', mutators.entries),
    })
  return {
    contexts,
    learn(schema) {
      const problems = services.problems.length > 0 ? services.problems : services.makeAll()
      // What is asked for below would fail for want of these, and be told as somebody else's problem.
      if (problems.length > 0) return { problems, warnings: [] }
      const probe = { id: 'boot' }
      const sorts = learnSorts(plugins, contexts()(probe), { ledger, schema })
      return {
        problems: [...sorts.problems, ...loaders.learn(contexts()(probe)), ...mutators.learn(contexts()(probe))],
        warnings: sorts.warnings,
      }
    },
  }
}

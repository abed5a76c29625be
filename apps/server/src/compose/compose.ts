import type { GraphQLSchema } from 'graphql'
import type { Tag } from '@platform/plugin-sdk'
import type { Platform } from '../boot/platform.ts'
import { contextFactory, type ContextParts, type CreateContext } from './context.ts'
import { composeGroups } from './groups.ts'
import { lazyRecord } from './lazy-record.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { composeLiveFilters, type LiveFilters } from './live-filters.ts'
import type { Member } from './member.ts'
import { composePluginContext, learnSorts } from './plugin-context.ts'
import { CompositionError, type Problem } from './problem.ts'
import { composeRouter, type ComposedRouter } from './router.ts'
import { composeSchema } from './schema.ts'

/** Everything the platform is made of, built from one ordered list of hook objects. */
export interface Composition {
  readonly members: readonly Member[]
  readonly schema: GraphQLSchema
  readonly createContext: CreateContext
  readonly liveFilters: LiveFilters
  readonly router: ComposedRouter
  readonly tags: readonly Tag[]
  readonly ledger: Ledger
}

/**
 * Composes `[...core features, ...plugins]`. There is no other way in.
 *
 * @throws CompositionError with every problem of every member.
 */
export function compose(members: readonly Member[], platform: Platform): Composition {
  const ledger = createLedger()
  const { schema, problems: schemaProblems } = composeSchema(members, ledger)
  const loaders = composeGroups('loaders', members, ledger)
  const mutators = composeGroups('mutators', members, ledger)
  const parts: ContextParts = {
    Plugins: lazyRecord('plugin context', composePluginContext(members, ledger)),
    get Loaders() { return lazyRecord('loaders', loaders.entries) },
    get Mutators() { return lazyRecord('mutators', mutators.entries) },
  }
  const probe = contextFactory(() => platform, parts)({ id: 'boot' })
  const learned = [...learnSorts(members, probe, ledger), ...loaders.learn(probe), ...mutators.learn(contextFactory(() => platform, frozen(parts))({ id: 'boot' }))]
  const live = composeLiveFilters(schema, members, ledger)
  const router = composeRouter(members, ledger)
  const tags = composeTags(members, ledger)
  const problems: readonly Problem[] = [...schemaProblems, ...learned, ...live.problems, ...router.problems, ...ledger.problems]
  if (problems.length > 0 || !schema) throw new CompositionError(problems)
  return { members, schema, ledger, router, tags, createContext: contextFactory(() => platform, frozen(parts)), liveFilters: live.filters }
}

/** The parts as they are now: their classes are built once, not once per context. */
function frozen({ Plugins, Loaders, Mutators }: ContextParts): ContextParts {
  return { Plugins, Loaders, Mutators }
}

function composeTags(members: readonly Member[], ledger: Ledger): Tag[] {
  return members.flatMap(member => (member.hooks.tags ?? []).map(tag => {
    for (const model of tag.models) ledger.claim('tag', `${tag.name} on ${model}`, member)
    return tag
  }))
}

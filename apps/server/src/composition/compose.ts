import type { Tag } from '@platform/plugin-sdk'
import type { Composed } from '../contract/composed.ts'
import type { CreateContext } from '../contract/context.ts'
import type { LoadedPlugin } from '../contract/loaded-plugin.ts'
import type { Composition } from './composition.ts'
import { composeConnectors } from './connectors.ts'
import { contextFactory } from './context.ts'
import { findUnknown } from './find-unknown.ts'
import { composeGroups } from './groups.ts'
import { idleRules } from './idle-rules.ts'
import { indexProblems } from './indexes.ts'
import { lazyRecord } from './lazy-record.ts'
import { leaveOut } from './leave-out.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { composeLiveFilters } from './live-filters.ts'
import { collectPermissions, foreignRows, permissionProblems } from './permissions.ts'
import { composePhases } from './phases.ts'
import { composePluginContext, learnSorts } from './plugin-context.ts'
import { CompositionError, type Problem } from './problem.ts'
import { composeRouter, RESERVED } from './router.ts'
import { composeSchema } from './schema.ts'
import { type ComposedServices, composeServices, type Foundations } from './services.ts'
import { composeStrategies } from './strategies.ts'
import { composeTranslations } from './translations.ts'

/**
 * Composes `[...core features, ...plugins]`. There is no other way in. A plugin that may be disabled is
 * left out when it has a problem, or clashes with another, and with it whoever requires it.
 *
 * @throws CompositionError with every problem of every plugin.
 */
export function compose(plugins: readonly LoadedPlugin[], foundations: Foundations): Composition {
  const { composition, problems } = attempt(plugins, foundations)
  if (composition) return composition
  const { disabled, unsolved } = leaveOut(plugins, problems)
  if (disabled.length === 0 || unsolved.length > 0) throw new CompositionError(problems)
  const rest = compose(
    plugins.filter(({ name }) => !disabled.some(gone => gone.name === name)),
    foundations,
  )
  return { ...rest, disabled: [...disabled, ...rest.disabled] }
}

interface Attempt {
  readonly composition?: Composition
  readonly problems: readonly Problem[]
}

/** Composes the plugins and says what is wrong with them; with problems there is no composition. */
function attempt(plugins: readonly LoadedPlugin[], foundations: Foundations): Attempt {
  const state: { composition?: Composition } = {}
  const ledger = createLedger()
  const permissions = collectPermissions(plugins)
  const shared = { ledger, permissions }
  const services = composeServices(plugins, {
    ledger,
    foundations,
    composition: readLater(() => state.composition),
  })
  const { schema, coordinates, authorOf, ownerOf, remarks, problems: schemaProblems } = composeSchema(plugins, shared)
  // Hooks that are asked below what they give may already read these.
  const connectors = composeConnectors(plugins, { services: services.services, ledger })
  const calling = composeCalling(plugins, { ledger, services, connectors })
  const learned = calling.learn(schema)
  const live = composeLiveFilters(schema, plugins, shared)
  const strategies = composeStrategies(plugins, ledger)
  const router = composeRouter(plugins, shared)
  const tags = composeTags(plugins, ledger)
  const moderation = composePhases(plugins, ledger)
  const texts = composeTranslations(plugins, ledger)
  const unguarded = schema
    ? permissionProblems(collectPermissions(plugins.filter(({ core }) => core)), {
        schema,
        ownerOf,
        routes: [...RESERVED.map(path => ({ member: plugins[0]!, method: 'GET', path })), ...router.routes],
      })
    : []
  const foreign = schema ? foreignRows(plugins, { schema, ownerOf, routes: router.routes }) : []
  const problems = [
    ...unguarded,
    ...foreign,
    ...indexProblems(plugins),
    ...schemaProblems,
    ...learned.problems,
    ...live.problems,
    ...strategies.problems,
    ...router.problems,
    ...moderation.problems,
    ...texts.problems,
    ...ledger.problems,
  ]
  if (problems.length > 0 || !schema) {
    void services.close()
    return { problems }
  }
  state.composition = {
    plugins,
    services: services.services,
    close: services.close,
    schema,
    authorOf,
    ledger,
    remarks: {
      warnings: [
        ...remarks.warnings,
        ...learned.warnings,
        ...idleRules(plugins, { ledger, coordinates, routes: router.routes }),
      ],
      overrides: [...remarks.overrides, ...ledger.overrides],
    },
    router,
    permissions,
    tags,
    phases: moderation.phases,
    disabled: [],
    createContext: calling.contexts(),
    findUnknown: found => findUnknown(plugins, found),
    liveFilters: live.filters,
    strategies: strategies.registry,
    offeredStrategies: strategies.offered,
    translations: texts.translations,
    connectors,
  }
  return { problems, composition: state.composition }
}

/** What is composed, for services, which are made before everything else. */
function readLater(read: () => Composed | undefined): Composed {
  const composed = (): Composed => {
    const found = read()
    if (!found) throw new Error('what is composed is not there yet: read it later, inside a function')
    return found
  }
  return {
    get plugins() {
      return composed().plugins
    },
    get schema() {
      return composed().schema
    },
    get authorOf() {
      return composed().authorOf
    },
    get createContext() {
      return composed().createContext
    },
    get tags() {
      return composed().tags
    },
    get phases() {
      return composed().phases
    },
    get translations() {
      return composed().translations
    },
    get strategies() {
      return composed().strategies
    },
    get offeredStrategies() {
      return composed().offeredStrategies
    },
    get findUnknown() {
      return composed().findUnknown
    },
  }
}

interface Calling {
  /** Makes contexts with the groups known so far. */
  contexts(): CreateContext
  /** Makes the services, and asks each hook once what it gives; what it may use is there by then. */
  learn(schema: ReturnType<typeof composeSchema>['schema']): {
    readonly problems: readonly Problem[]
    readonly warnings: readonly Problem[]
  }
}

interface Reached {
  readonly ledger: Ledger
  readonly services: ComposedServices
  readonly connectors: ReturnType<typeof composeConnectors>
}

/** The hooks that are called with a context, and the contexts they are called with. */
function composeCalling(plugins: readonly LoadedPlugin[], { ledger, services, connectors }: Reached): Calling {
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

function composeTags(plugins: readonly LoadedPlugin[], ledger: Ledger): Tag[] {
  const all = plugins.flatMap(member => (member.hooks.tags ?? []).map(tag => ({ member, tag })))
  for (const { member, tag } of all)
    for (const model of tag.models) ledger.claim('tag', `${tag.name} on ${model}`, member)
  return all.flatMap(({ member, tag }) => {
    const models = tag.models.filter(model => ledger.owner('tag', `${tag.name} on ${model}`) === member)
    return models.length === 0 ? [] : [models.length === tag.models.length ? tag : { ...tag, models }]
  })
}

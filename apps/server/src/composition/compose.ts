import type { Tag } from '@platform/plugin-sdk'
import type { Platform } from '../main/platform.ts'
import type { Composition } from './composition.ts'
import { composeConnectors } from './connectors.ts'
import { contextFactory } from './context.ts'
import { composeGroups } from './groups.ts'
import { idleRules } from './idle-rules.ts'
import { indexProblems } from './indexes.ts'
import { lazyRecord } from './lazy-record.ts'
import { leaveOut } from './leave-out.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { composeLiveFilters } from './live-filters.ts'
import type { LoadedPlugin } from '../contract/loaded-plugin.ts'
import { collectPermissions, permissionProblems } from './permissions.ts'
import { composePhases } from './phases.ts'
import { composePluginContext, learnSorts } from './plugin-context.ts'
import { CompositionError, type Problem } from './problem.ts'
import { composeRouter, RESERVED } from './router.ts'
import { composeSchema } from './schema.ts'
import { composeStrategies } from './strategies.ts'
import { composeTranslations } from './translations.ts'

/**
 * Composes `[...core features, ...plugins]`. There is no other way in. A plugin that may be disabled is
 * left out when it has a problem, or clashes with another, and with it whoever requires it.
 *
 * @throws CompositionError with every problem of every member.
 */
export function compose(plugins: readonly LoadedPlugin[], platform: Platform): Composition {
  const { composition, problems } = attempt(plugins, platform)
  if (composition) return composition
  const { disabled, unsolved } = leaveOut(plugins, problems)
  if (disabled.length === 0 || unsolved.length > 0) throw new CompositionError(problems)
  const rest = compose(
    plugins.filter(({ name }) => !disabled.some(gone => gone.name === name)),
    platform,
  )
  return { ...rest, disabled: [...disabled, ...rest.disabled] }
}

/** Composes the plugins and says what is wrong with them; with problems there is no composition. */
export function attempt(
  plugins: readonly LoadedPlugin[],
  platform: Platform,
): { composition?: Composition; problems: readonly Problem[] } {
  const ledger = createLedger()
  const permissions = collectPermissions(plugins)
  const shared = { ledger, permissions }
  const { schema, coordinates, authorOf, owned, remarks, problems: schemaProblems } = composeSchema(plugins, shared)
  const loaders = composeGroups('loaders', plugins, ledger)
  const mutators = composeGroups('mutators', plugins, ledger)
  // Hooks that are asked below what they give may already read these.
  const connectors = composeConnectors(plugins, { platform, ledger })
  const Plugins = lazyRecord('plugin context', composePluginContext(plugins, ledger))
  /** A factory with the groups known so far: each hook is asked what it gives once what it may use is there. */
  const factory = () =>
    contextFactory(platform, {
      connectors,
      Plugins,
      Loaders: lazyRecord('loaders', loaders.entries),
      Mutators: lazyRecord('mutators', mutators.entries),
    })
  const probe = { id: 'boot' }
  const sorts = learnSorts(plugins, factory()(probe), { ledger, schema })
  const learned = [...sorts.problems, ...loaders.learn(factory()(probe)), ...mutators.learn(factory()(probe))]
  const live = composeLiveFilters(schema, plugins, shared)
  const strategies = composeStrategies(plugins, ledger)
  const router = composeRouter(plugins, shared)
  const tags = composeTags(plugins, ledger)
  const moderation = composePhases(plugins, ledger)
  const texts = composeTranslations(plugins, ledger)
  const unguarded = schema
    ? permissionProblems(permissions, {
        schema,
        owned,
        routes: [...RESERVED.map(path => ({ member: plugins[0]!, method: 'GET', path })), ...router.routes],
      })
    : []
  const problems = [
    ...unguarded,
    ...indexProblems(plugins),
    ...schemaProblems,
    ...learned,
    ...live.problems,
    ...strategies.problems,
    ...router.problems,
    ...moderation.problems,
    ...texts.problems,
    ...ledger.problems,
  ]
  if (problems.length > 0 || !schema) return { problems }
  return {
    problems,
    composition: {
      plugins,
      schema,
      authorOf,
      ledger,
      remarks: {
        warnings: [
          ...remarks.warnings,
          ...sorts.warnings,
          ...idleRules(plugins, { ledger, coordinates, routes: router.routes }),
        ],
        overrides: [...remarks.overrides, ...ledger.overrides],
      },
      router,
      permissions,
      tags,
      phases: moderation.phases,
      disabled: [],
      createContext: factory(),
      liveFilters: live.filters,
      strategies: strategies.registry,
      offeredStrategies: strategies.offered,
      translations: texts.translations,
      connectors,
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

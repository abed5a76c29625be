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
import type { Member } from './member.ts'
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
export function compose(members: readonly Member[], platform: Platform): Composition {
  const { composition, problems } = attempt(members, platform)
  if (composition) return composition
  const { disabled, unsolved } = leaveOut(members, problems)
  if (disabled.length === 0 || unsolved.length > 0) throw new CompositionError(problems)
  const rest = compose(
    members.filter(({ name }) => !disabled.some(gone => gone.name === name)),
    platform,
  )
  return { ...rest, disabled: [...disabled, ...rest.disabled] }
}

/** Composes the members and says what is wrong with them; with problems there is no composition. */
export function attempt(
  members: readonly Member[],
  platform: Platform,
): { composition?: Composition; problems: readonly Problem[] } {
  const ledger = createLedger()
  const permissions = collectPermissions(members)
  const shared = { ledger, permissions }
  const { schema, coordinates, authorOf, owned, remarks, problems: schemaProblems } = composeSchema(members, shared)
  const loaders = composeGroups('loaders', members, ledger)
  const mutators = composeGroups('mutators', members, ledger)
  // Hooks that are asked below what they give may already read these.
  const connectors = composeConnectors(members, { platform, ledger })
  const Plugins = lazyRecord('plugin context', composePluginContext(members, ledger))
  /** A factory with the groups known so far: each hook is asked what it gives once what it may use is there. */
  const factory = () =>
    contextFactory(platform, {
      connectors,
      Plugins,
      Loaders: lazyRecord('loaders', loaders.entries),
      Mutators: lazyRecord('mutators', mutators.entries),
    })
  const probe = { id: 'boot' }
  const sorts = learnSorts(members, factory()(probe), { ledger, schema })
  const learned = [...sorts.problems, ...loaders.learn(factory()(probe)), ...mutators.learn(factory()(probe))]
  const live = composeLiveFilters(schema, members, shared)
  const strategies = composeStrategies(members, ledger)
  const router = composeRouter(members, shared)
  const tags = composeTags(members, ledger)
  const moderation = composePhases(members, ledger)
  const texts = composeTranslations(members, ledger)
  const unguarded = schema
    ? permissionProblems(permissions, {
        schema,
        owned,
        routes: [...RESERVED.map(path => ({ member: members[0]!, method: 'GET', path })), ...router.routes],
      })
    : []
  const problems = [
    ...unguarded,
    ...indexProblems(members),
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
      members,
      schema,
      authorOf,
      ledger,
      remarks: {
        warnings: [
          ...remarks.warnings,
          ...sorts.warnings,
          ...idleRules(members, { ledger, coordinates, routes: router.routes }),
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

function composeTags(members: readonly Member[], ledger: Ledger): Tag[] {
  const all = members.flatMap(member => (member.hooks.tags ?? []).map(tag => ({ member, tag })))
  for (const { member, tag } of all)
    for (const model of tag.models) ledger.claim('tag', `${tag.name} on ${model}`, member)
  return all.flatMap(({ member, tag }) => {
    const models = tag.models.filter(model => ledger.owner('tag', `${tag.name} on ${model}`) === member)
    return models.length === 0 ? [] : [models.length === tag.models.length ? tag : { ...tag, models }]
  })
}

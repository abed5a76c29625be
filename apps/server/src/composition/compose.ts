import { CompositionError, disablePlugins, type LoadedPlugin, type Problem } from '@platform/plugin-host'
import type { GraphQLSchema } from 'graphql'
import type { Composed } from '../contract/composed.ts'
import { composedLater } from './composed-later.ts'
import type { Composition } from './composition.ts'
import { composeConnectors } from './context/connectors.ts'
import { composeCalling } from './context/contexts.ts'
import { findUnknown } from './find-unknown.ts'
import { indexProblems } from './indexes.ts'
import { composeJobs } from './jobs.ts'
import { createLedger, unusedRules } from './ledger.ts'
import { composeMails } from './mails.ts'
import { composePhases } from './moderation.ts'
import { collectPermissions, foreignRows, permissionProblems } from './permissions.ts'
import { composePersonalData } from './personal-data.ts'
import { composeRouter, RESERVED } from './routes/router.ts'
import { composeLiveFilters } from './schema/live-filters.ts'
import { composeSchema } from './schema/schema.ts'
import { composeServices, type Foundations } from './services/services.ts'
import { composeStrategies } from './sign-in.ts'
import { composeTags } from './tags.ts'
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
  const { disabled, unsolved } = disablePlugins(plugins, problems)
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
  const state: Attempt['composition'][] = []
  const parts = composeParts(plugins, { foundations, composition: composedLater(() => state[0]) })
  const problems = problemsOf(plugins, parts)
  const { schema } = parts.graph
  if (problems.length > 0 || !schema) {
    void parts.services.close()
    return { problems }
  }
  const composition = assemble(plugins, { ...parts, schema })
  state.push(composition)
  return { problems, composition }
}

type Parts = ReturnType<typeof composeParts>

/** Each part by itself, in the order in which one may use another. */
function composeParts(
  plugins: readonly LoadedPlugin[],
  { foundations, composition }: { foundations: Foundations; composition: Composed },
) {
  const ledger = createLedger()
  const permissions = collectPermissions(plugins)
  const shared = { ledger, permissions }
  const services = composeServices(plugins, { ledger, foundations, composition })
  const graph = composeSchema(plugins, shared)
  // Hooks that are asked below what they give may already read these.
  const connectors = composeConnectors(plugins, { services: services.services, ledger })
  const calling = composeCalling(plugins, { ledger, services, connectors })
  return {
    ledger,
    permissions,
    services,
    graph,
    connectors,
    calling,
    learned: calling.learn(graph.schema),
    live: composeLiveFilters(graph.schema, plugins, shared),
    strategies: composeStrategies(plugins, ledger),
    router: composeRouter(plugins, shared),
    tags: composeTags(plugins, ledger),
    moderation: composePhases(plugins, ledger),
    jobs: composeJobs(plugins, { ledger, timeZone: foundations.config.timeZone }),
    mails: composeMails(plugins, ledger),
    texts: composeTranslations(plugins, ledger),
  }
}

function problemsOf(plugins: readonly LoadedPlugin[], parts: Parts): Problem[] {
  const { graph, learned, live, strategies, router, moderation, jobs, texts, ledger } = parts
  return [
    ...unguarded(plugins, parts),
    ...indexProblems(plugins),
    ...graph.problems,
    ...learned.problems,
    ...live.problems,
    ...strategies.problems,
    ...router.problems,
    ...moderation.problems,
    ...jobs.problems,
    ...texts.problems,
    ...ledger.problems,
  ]
}

/** Places of the core without a row of permissions, and rows for places that are not there or not the plugin's own. */
function unguarded(
  plugins: readonly LoadedPlugin[],
  { graph: { schema, ownerOf }, router: { routes } }: Parts,
): Problem[] {
  if (!schema) return []
  const answered = RESERVED.map(path => ({ plugin: plugins[0]!, method: 'GET', path }))
  const core = collectPermissions(plugins.filter(plugin => plugin.core))
  return [
    ...permissionProblems(core, { schema, ownerOf, routes: [...answered, ...routes] }),
    ...foreignRows(plugins, { schema, ownerOf, routes }),
  ]
}

function assemble(plugins: readonly LoadedPlugin[], parts: Parts & { readonly schema: GraphQLSchema }): Composition {
  const { services, graph, learned, live, strategies, moderation, jobs, texts, ledger, router } = parts
  const { schema, permissions, tags, connectors } = parts
  const { authorOf, coordinates, remarks } = graph
  const idle = unusedRules(plugins, { ledger, coordinates, routes: router.routes })
  const createContext = parts.calling.contexts()
  return {
    plugins,
    services: services.services,
    close: services.close,
    schema,
    authorOf,
    ledger,
    remarks: {
      warnings: [...remarks.warnings, ...learned.warnings, ...idle],
      overrides: [...remarks.overrides, ...ledger.overrides],
    },
    router,
    permissions,
    tags,
    phases: moderation.phases,
    jobs: jobs.jobs,
    mails: parts.mails,
    disabled: [],
    createContext,
    findUnknown: found => findUnknown(plugins, found),
    personalData: composePersonalData(plugins, { createContext, log: services.services.log }),
    liveFilters: live.filters,
    strategies: strategies.registry,
    offeredStrategies: strategies.offered,
    translations: texts.translations,
    connectors,
  }
}

import {
  CompositionError,
  type Disabled,
  disablePlugins,
  isSameName,
  type LoadedPlugin,
  type Problem,
} from '@platform/plugin-host'
import type { Tag } from '@platform/plugin-sdk'
import type { StreamBuild } from '@platform/stream'
import type { GraphQLSchema } from 'graphql'
import type { Composed, StrategyRegistry } from '../contract/composed.ts'
import { composeWith, makeConfigCurrent } from '../runtime/current-services.ts'
import { createRegistry } from '../runtime/strategies.ts'
import { composeAssetData } from './asset-data.ts'
import { composeClient } from './client/compose-client.ts'
import { type Composition, composedLater } from './composition.ts'
import { composeConnectors } from './context/connectors.ts'
import { composeContexts } from './context/contexts.ts'
import { findUnknown } from './find-unknown.ts'
import { indexProblems } from './indexes.ts'
import { composeJobs } from './jobs.ts'
import { claimAll, createLedger, type Ledger, unusedRules } from './ledger.ts'
import { composeMails } from './mails.ts'
import { modelProblems } from './models.ts'
import { composePhases } from './moderation.ts'
import { accessProblems, collectPermissions } from './permissions.ts'
import { composePersonalData } from './personal-data.ts'
import { reportOn } from './plugin-reports.ts'
import { publicConfigOf } from './public-config.ts'
import { composeRouter } from './routes/router.ts'
import { composeLiveFilters } from './schema/live-filters.ts'
import { composeSchema } from './schema/schema.ts'
import { composeServices, type Foundations } from './services/services.ts'
import { composeStrategies } from './sign-in.ts'
import { composeTranslations } from './translations.ts'

/**
 * Composes `[...core features, ...plugins]`; nothing else adds to the server. When a plugin with a problem may be
 * disabled, the others are composed without it and without the plugins that require it.
 *
 * @param before the plugins that were disabled already, because they could not be loaded
 * @throws CompositionError with every problem of every plugin.
 */
export function compose(
  plugins: readonly LoadedPlugin[],
  given: Foundations,
  before: readonly Disabled[] = [],
): Composition {
  const foundations = { ...given, streamBuild: withoutParts(given.streamBuild, before) }
  const later = composedLater()
  const registry = createRegistry()
  makeConfigCurrent(foundations.config)
  const parts = composeWith(registry, () =>
    composeParts(plugins, { foundations, composition: later.composed, registry }),
  )
  const problems = Object.values<Part>(parts.checked).flatMap(part => part.problems)
  const { graph, services } = parts.checked
  if (graph.schema && problems.length === 0)
    return later.set(assemble(plugins, { ...parts, schema: graph.schema, disabled: before }))
  void services.close()
  const { disabled, unsolved } = disablePlugins(plugins, problems)
  if (disabled.length === 0 || unsolved.length > 0) throw new CompositionError(problems)
  const enabled = plugins.filter(({ name }) => !disabled.some(plugin => plugin.name === name))
  return compose(enabled, foundations, [...before, ...disabled])
}

/** A build without the client parts of disabled plugins, which ask the graph for what is not there then. */
function withoutParts({ parts, ...build }: StreamBuild, disabled: readonly Disabled[]): StreamBuild {
  return { ...build, parts: parts.filter(({ plugin }) => !disabled.some(({ name }) => isSameName(name, plugin))) }
}

/** A part of the server, and the problems that were found while it was made. */
interface Part {
  readonly problems: readonly Problem[]
}

type Parts = ReturnType<typeof composeParts>

interface Composing {
  readonly foundations: Foundations
  readonly composition: Composed
  /** The registry of sign-in strategies, still empty. */
  readonly registry: StrategyRegistry
}

/** Makes each part of the server by itself, in the order in which one may use another. */
function composeParts(plugins: readonly LoadedPlugin[], { foundations, composition, registry }: Composing) {
  const ledger = createLedger()
  const permissions = collectPermissions(plugins)
  const services = composeServices(plugins, { ledger, foundations, composition })
  const graph = composeSchema(plugins, { ledger, permissions })
  const client = composeClient(foundations.streamBuild, graph.schema ?? null)
  const connectors = composeConnectors(plugins, { services: services.services, ledger })
  const contexts = composeContexts(plugins, { ledger, services, connectors, schema: graph.schema })
  const live = composeLiveFilters(graph.schema, plugins, { ledger, permissions })
  const strategies = composeStrategies(plugins, { ledger, registry })
  const router = composeRouter(plugins, { ledger, permissions })
  const tags = composeTags(plugins, ledger)
  const moderation = composePhases(plugins, ledger)
  const jobs = composeJobs(plugins, { ledger, timeZone: foundations.config.timeZone })
  const mails = composeMails(plugins, ledger)
  const texts = composeTranslations(plugins, ledger)
  const access = { permissions, problems: accessProblems(plugins, { ...graph, routes: router.routes }) }
  const indexes = { problems: [...modelProblems(plugins), ...indexProblems(plugins)] }
  // The problems are reported in this order.
  const checked = {
    access,
    indexes,
    graph,
    client,
    services,
    contexts,
    live,
    strategies,
    router,
    moderation,
    jobs,
    texts,
    ledger,
  }
  return { checked, tags, mails, connectors }
}

function assemble(
  plugins: readonly LoadedPlugin[],
  parts: Parts & { readonly schema: GraphQLSchema; readonly disabled: readonly Disabled[] },
): Composition {
  const { checked, schema, ...named } = parts
  const { access, client, contexts, graph, jobs, ledger, live, moderation, router, strategies, texts } = checked
  const { services, start, serve, stop, close } = checked.services
  const { createContext } = contexts
  const unused = unusedRules(plugins, { ledger, coordinates: graph.coordinates, routes: router.routes })
  return {
    plugins,
    ...{ services, start, serve, stop, close },
    schema,
    streamDocuments: client.documents,
    publicConfig: publicConfigOf(plugins),
    authorOf: graph.authorOf,
    ledger,
    remarks: {
      warnings: [...graph.remarks.warnings, ...contexts.warnings, ...client.warnings, ...unused],
      overrides: [...graph.remarks.overrides, ...ledger.overrides],
    },
    router,
    permissions: access.permissions,
    ...named,
    reportOn: plugin => reportOn(plugin),
    phases: moderation.phases,
    jobs: jobs.jobs,
    createContext,
    findUnknown: (found, findById) => findUnknown(plugins, found, findById),
    personalData: composePersonalData(plugins, { createContext, log: services.log }),
    assetData: composeAssetData(plugins, { createContext }),
    liveFilters: live.filters,
    strategies: strategies.registry,
    offeredStrategies: strategies.offered,
    translations: texts.translations,
  }
}

/** The tags that plugins define, each for the models on which its plugin owns the name. */
function composeTags(plugins: readonly LoadedPlugin[], ledger: Ledger): Tag[] {
  const claims = plugins.flatMap(plugin =>
    (plugin.hooks.tags ?? []).flatMap(tag =>
      tag.models.map(model => ({ name: `${tag.name} on ${model}`, plugin, tag, model })),
    ),
  )
  const owned = Map.groupBy(claimAll(ledger, 'tag', claims), ({ tag }) => tag)
  return [...owned].map(([tag, claimed]) => ({ ...tag, models: claimed.map(({ model }) => model) }))
}

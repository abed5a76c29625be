import type { ConfigOutput, ConfigSchema } from '../config-schema.ts'
import type { PluginContext } from '../context.ts'
import type { CoreLoaders, CoreMutators } from '../core-groups.ts'
import type { ConsumerHooks, RouterHook } from '../hooks/hook-object.ts'
import type { JobMap } from '../hooks/jobs.ts'
import type { MailMap } from '../hooks/mails.ts'
import type { ForeignHooks } from '../hooks/plugin-hooks.ts'
import type { CoreParents } from '../hooks/resolvers.ts'
import type { PluginServices, ServiceDefinitions, ServiceNeeds } from '../hooks/services.ts'
import type { SortMap } from '../hooks/sort.ts'
import type { ManifestDefinition } from './manifest.ts'
import type { PossiblyProvidedBy, ProvidedBy } from './provided.ts'
import type { Requires } from './registry.ts'

/**
 * The types of a definition's manifest. The compiler infers them.
 *
 * @example
 * type About = ManifestTypes & { name: 'likes'; requires: { notifier: '^2.0' } }
 */
export interface ManifestTypes {
  name: string
  requires: Requires
  optional: Requires
  schema: ConfigSchema | undefined
}

/**
 * The argument of {@link definePlugin}: the manifest's keys and the hooks. Each gives types to the others.
 *
 * @example
 * const definition: Definition<ManifestTypes> = { name: 'nothing-yet', sdk: '^1.0' }
 */
export type Definition<
  About extends ManifestTypes,
  Context = unknown,
  Loaders = unknown,
  Mutators = unknown,
  Needs extends ServiceNeeds = {},
  JobSchemas = unknown,
  MailSchemas = unknown,
> = ManifestDefinition<About['name'], About['requires'], About['optional'], About['schema']> & {
  services?: ServiceDefinitions<Needs, PluginServices>
} & ForeignHooks &
  ProviderHooks<About, Context, Loaders, Mutators> &
  ConsumerHooks<FullContext<About, Context, Loaders, Mutators>, ConfigOutput<About['schema']>, CoreParents> &
  RouterHook<FullContext<About, Context, Loaders, Mutators>> & {
    jobs?: JobMap<JobSchemas, FullContext<About, Context, Loaders, Mutators>>
    mails?: MailMap<MailSchemas>
  }

/**
 * The parts that the `context` hooks of this type provide: all but `Sort`, which only the platform uses.
 *
 * @example
 * type Mounted = ProvidedContext<{ Sort: object; notifier: { notify(): void } }> // { notifier: ... }
 */
export type ProvidedContext<Context> = Omit<Context, 'Sort'>

/**
 * Each hook may use the parts of the hooks above it. The type of a context names no part that is inferred further
 * below, because naming that part would end its inference.
 */
interface ProviderHooks<About extends ManifestTypes, Context, Loaders, Mutators> {
  context?: { readonly [Name in keyof Context]: (context: OthersContext<About>) => Context[Name] } & {
    readonly Sort?: (context: OthersContext<About>) => SortMap<OthersContext<About>>
  }
  loaders?: (context: LoaderContext<About, Context>) => Loaders
  mutators?: (context: MutatorContext<About, Context, Loaders>) => Mutators
}

type OthersContext<About extends ManifestTypes> = PluginContext<
  ConfigOutput<About['schema']>,
  {} & Others<About, 'context'>,
  Others<About, 'loaders', CoreLoaders>,
  Others<About, 'mutators', CoreMutators>
>
type LoaderContext<About extends ManifestTypes, Context> = PluginContext<
  ConfigOutput<About['schema']>,
  Plugins<About, Context>,
  Others<About, 'loaders', CoreLoaders>,
  Others<About, 'mutators', CoreMutators>
>
type MutatorContext<About extends ManifestTypes, Context, Loaders> = PluginContext<
  ConfigOutput<About['schema']>,
  Plugins<About, Context>,
  Loaders & Others<About, 'loaders', CoreLoaders & Loaders>,
  Others<About, 'mutators', CoreMutators>
>
type FullContext<About extends ManifestTypes, Context, Loaders, Mutators> = PluginContext<
  ConfigOutput<About['schema']>,
  Plugins<About, Context>,
  Loaders & Others<About, 'loaders', CoreLoaders & Loaders>,
  Mutators & Others<About, 'mutators', CoreMutators & Mutators>
>

type Plugins<About extends ManifestTypes, Context> = ProvidedContext<Context> & Others<About, 'context', Context>

/**
 * The parts of required plugins, and the parts of optional plugins, which may be undefined unless they are `Present`.
 */
type Others<
  About extends ManifestTypes,
  Facet extends 'context' | 'loaders' | 'mutators',
  Present = unknown,
> = ProvidedBy<About['requires'], Facet> &
  PossiblyProvidedBy<About['optional'], Facet, Present & ProvidedBy<About['requires'], Facet>>

import type { Plugin } from './plugin.ts'
import type { PluginRegistry } from './registry.ts'

type Provision = 'context' | 'loaders' | 'mutators'

/**
 * One conditional on purpose: to index the result of another would make the compiler look at every plugin of the
 * registry, also at the one whose type it is about to find out.
 */
type FacetOf<P, Facet extends Provision> = P extends Plugin<infer Types> ? Types[Facet] : never

/** Both at once, of a union. */
type Merge<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/**
 * What the plugins named provide.
 *
 * @example
 * type Context = ProvidedBy<{ notifier: '^2.0' }, 'context'>
 * const notify = (context: Context) => context.notifier.notify('hello')
 */
export type ProvidedBy<Names, Facet extends Provision> = {
  [Name in keyof Names & keyof PluginRegistry]: FacetOf<PluginRegistry[Name], Facet>
} extends infer Each
  ? [keyof Each] extends [never]
    ? unknown
    : Merge<Each[keyof Each]>
  : never

/**
 * The same of plugins that may be absent: their groups are possibly undefined; in a group that is there anyway, their
 * functions are.
 *
 * @example
 * type Loaders = PossiblyProvidedBy<{ counts: '^1.0' }, 'loaders', CoreLoaders>
 */
export type PossiblyProvidedBy<Names, Facet extends Provision, Present> = [keyof Names] extends [never]
  ? unknown
  : Possibly<ProvidedBy<Names, Facet>, Present>

type Possibly<Provided, Present> = { readonly [Group in Exclude<keyof Provided, keyof Present>]?: Provided[Group] } & {
  readonly [Group in keyof Provided & keyof Present]: Partial<Provided[Group]>
}

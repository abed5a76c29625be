import type { Plugin } from './plugin.ts'
import type { PluginRegistry } from './registry.ts'

/** The hooks by which a plugin adds groups of functions that other plugins call. */
type Provision = 'context' | 'loaders' | 'mutators'

/**
 * The type of one such hook of a plugin. It is one conditional type, because a second one that reads the result would
 * make the compiler resolve every plugin of the registry, even the plugin whose type is being inferred.
 */
type FacetOf<P, Facet extends Provision> = P extends Plugin<infer Types> ? Types[Facet] : never

/** Turns a union of types into their intersection, so that the groups of several plugins become one object. */
type Merge<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/**
 * The groups that the named plugins add to the context, to its loaders or to its mutators. A plugin that names others
 * in `requires` gets them typed by this.
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
 * The groups of plugins that may be missing on a server, such as those of `optional`. A group that only they add may be
 * undefined. In a group that is always present, only the functions that they add may be undefined.
 *
 * @example
 * type Loaders = PossiblyProvidedBy<{ counts: '^1.0' }, 'loaders', CoreLoaders>
 */
export type PossiblyProvidedBy<Names, Facet extends Provision, Present> = [keyof Names] extends [never]
  ? unknown
  : Possibly<ProvidedBy<Names, Facet>, Present>

/** {@link PossiblyProvidedBy} for groups whose types are known. */
type Possibly<Provided, Present> = { readonly [Group in Exclude<keyof Provided, keyof Present>]?: Provided[Group] } & {
  readonly [Group in keyof Provided & keyof Present]: Partial<Provided[Group]>
}

import type { Plugin } from './plugin.ts'
import type { PluginRegistry } from './registry.ts'

type Provision = 'context' | 'loaders' | 'mutators'

/**
 * This is one conditional type on purpose. With an indexed second one the compiler would look at every plugin of the
 * registry, also at the plugin whose type it is inferring.
 */
type FacetOf<P, Facet extends Provision> = P extends Plugin<infer Types> ? Types[Facet] : never

/** Turns a union into an intersection. */
type Merge<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/**
 * The parts that the named plugins provide.
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
 * The parts of plugins that may be absent: their groups may be undefined. In a group that others provide too, only the
 * functions of these plugins may be undefined.
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

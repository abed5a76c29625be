import type {
  Configured,
  CoreLoaders,
  CoreMutators,
  GraphContext,
  HookObject,
  LoadableGroups,
  Plugin,
  PluginRegistry,
} from '@platform/plugin-sdk'

/**
 * A plugin as a test has it: a hook object, the result of `definePlugin`, or that result with settings.
 *
 * @example
 * const plugins: Given[] = [likes, configure(polls, { max: 2 })]
 */
// biome-ignore lint/suspicious/noExplicitAny: a plugin of any types can be tested.
export type Given = HookObject | Plugin<any> | Configured<Plugin<any>>

type Facet = 'context' | 'loaders' | 'mutators'
type PluginOf<G> = G extends { readonly plugin: infer P; readonly input: unknown } ? P : G
type FacetOf<G, F extends Facet> = PluginOf<G> extends Plugin<infer Types> ? Types[F] : {}
type Merge<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/**
 * The parts that all plugins of a test provide together.
 *
 * @example
 * type Loaders = Provided<[typeof likes, typeof polls], 'loaders'>
 */
export type Provided<Given extends readonly unknown[], F extends Facet> = [Given[number]] extends [never]
  ? {}
  : Merge<{ [I in keyof Given]: FacetOf<Given[I], F> }[number]>

/**
 * Stand-ins for plugins that are required and not under test, by name. Each gives the parts that the test needs.
 *
 * @example
 * const stubs: Stubs = { notifier: { context: { notifier: { notify: async () => true } } } }
 */
export type Stubs = {
  readonly [Name in keyof PluginRegistry]?: { readonly [F in Facet]?: DeepPartial<FacetOf<PluginRegistry[Name], F>> }
} & { readonly [name: string]: { readonly [F in Facet]?: object } | undefined }

type DeepPartial<T> = {
  readonly [Key in keyof T]?: T[Key] extends (...args: never[]) => unknown
    ? T[Key]
    : T[Key] extends object
      ? DeepPartial<T[Key]>
      : T[Key]
}

/**
 * The context of an administrator who is in no store, with everything that the plugins of the test provide. A new one
 * is made each time it is read, so that no loader remembers an earlier answer.
 *
 * @example
 * const { loaders }: SystemContext<[typeof likes]> = platform.context
 */
export type SystemContext<Ps extends readonly unknown[]> = Omit<GraphContext, 'plugins' | 'loaders' | 'mutators'> & {
  readonly plugins: Provided<Ps, 'context'>
  readonly loaders: LoadableGroups<CoreLoaders> & LoadableGroups<Provided<Ps, 'loaders'>>
  readonly mutators: CoreMutators & Provided<Ps, 'mutators'>
}

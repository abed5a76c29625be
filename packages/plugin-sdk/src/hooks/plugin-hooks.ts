import type { StandardSchemaV1 } from '@standard-schema/spec'

/**
 * The hooks that plugins define for each other: name → type of the value. The plugin that defines a hook adds the type
 * here, so that the compiler knows the hook in every plugin that imports that plugin.
 *
 * @example
 * declare module '@platform/plugin-sdk' {
 *   interface PluginHooks { readonly notifications: readonly { event: string; category: string }[] }
 * }
 */
export interface PluginHooks {}

/**
 * A hook that a plugin defines for other plugins.
 *
 * @example
 * const notifications: HookDefinition = {
 *   schema: z.array(z.object({ event: z.string(), category: z.string() })),
 *   description: 'handlers, each of which makes mails of one event',
 * }
 */
export interface HookDefinition<Value = unknown> {
  /**
   * Checks the value of every plugin that gives the hook, by any library that follows Standard Schema. The value itself
   * is handed on as it was given, without defaults and conversions of the schema.
   */
  readonly schema: StandardSchemaV1<Value, unknown>
  /** One line about the purpose of the hook, for messages and `platform plugins inspect`. */
  readonly description: string
  /** Whether the definition is not used when another listed plugin defines the hook. Default: two are a conflict. */
  readonly fallback?: boolean
}

/**
 * The value of the hook `defines`: name → definition. The names are new: no hook of the platform, and of no other
 * plugin.
 *
 * @example
 * const defines: HookDefinitions = { digests: { schema: z.record(z.string(), cron), description: 'times of mails' } }
 */
export type HookDefinitions = { readonly [Name in keyof PluginHooks]?: HookDefinition<PluginHooks[Name]> } & Readonly<
  Record<string, HookDefinition>
>

/**
 * The hooks of {@link PluginHooks} as a hook object has them.
 *
 * @example
 * const hooks: ForeignHooks = { notifications: [{ event: 'commentAdded', category: 'reply' }] }
 */
export type ForeignHooks = { readonly [Name in keyof PluginHooks]?: PluginHooks[Name] }

/**
 * The value that one plugin gave to a hook of {@link PluginHooks}.
 *
 * @example
 * const names = (given: readonly GivenHook<unknown>[]) => given.map(({ plugin }) => plugin)
 */
export interface GivenHook<Value = unknown> {
  /** The name of the plugin that gave the value. */
  readonly plugin: string
  readonly value: Value
}

/**
 * Reads a hook that the plugin itself defines: the values of all plugins that give it, in the order of the plugins.
 *
 * @example
 * const handlers = (read: ReadPluginHooks) => read('notifications').flatMap(({ value }) => value)
 */
export type ReadPluginHooks = <Name extends keyof PluginHooks>(name: Name) => readonly GivenHook<PluginHooks[Name]>[]

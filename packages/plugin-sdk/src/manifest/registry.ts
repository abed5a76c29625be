/**
 * The types of plugins by name. A plugin's package adds its own type here. Only plugins that name it in `requires` or
 * `optional` see its parts.
 *
 * @example
 * declare module '@platform/plugin-sdk' {
 *   interface PluginRegistry { notifier: typeof notifier }
 * }
 */
export interface PluginRegistry {}

/**
 * Names of other plugins, each with a range of versions.
 *
 * @example
 * const requires: Requires = { notifier: '^2.0' }
 */
export type Requires = { readonly [Name in keyof PluginRegistry & string]?: string } & {
  readonly [name: string]: string | undefined
}

/**
 * The types of a plugin and of the parts that it provides to others.
 *
 * @example
 * type Loaders = PluginTypes['loaders']
 */
export interface PluginTypes {
  readonly name: string
  /** The configuration that an operator may write. */
  readonly configInput: unknown
  /** The configuration that the plugin reads, as its schema gives it. */
  readonly config: unknown
  readonly context: object
  readonly loaders: object
  readonly mutators: object
}

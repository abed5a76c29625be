/**
 * The plugins this compilation knows by name. A plugin's package adds its own; it becomes visible to those that name
 * it in `requires` or `optional`, and to nobody else.
 *
 * @example
 * declare module '@platform/plugin-sdk' {
 *   interface PluginRegistry { notifier: typeof notifier }
 * }
 */
export interface PluginRegistry {}

/**
 * Names of other plugins, each with the range of versions that will do.
 *
 * @example
 * const requires: Requires = { notifier: '^2.0' }
 */
export type Requires = { readonly [Name in keyof PluginRegistry & string]?: string } & {
  readonly [name: string]: string | undefined
}

/**
 * What a plugin gives to others, for the compiler.
 *
 * @example
 * type Loaders = PluginTypes['loaders']
 */
export interface PluginTypes {
  readonly name: string
  /** What an operator may write. */
  readonly configInput: unknown
  /** What the plugin reads. */
  readonly config: unknown
  readonly context: object
  readonly loaders: object
  readonly mutators: object
}

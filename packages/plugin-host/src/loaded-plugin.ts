import { type HookObject, MANIFEST, type Manifest } from '@platform/plugin-sdk'

/** A plugin that is loaded, configured and checked. The server composes a list of these. */
export interface LoadedPlugin {
  readonly name: string
  readonly version: string | null
  /** The module it was loaded from, for messages. */
  readonly origin: string
  /** The plugin's own folder; absent for one that a test gives as an object, and for the core's features. */
  readonly directory?: string
  /** The file it was loaded from; absent where `directory` is. */
  readonly entry?: string
  readonly core: boolean
  readonly hooks: HookObject
  /** The rules by which the operator lets this plugin override others, such as `schema.override:Type.field`. */
  readonly allow: readonly string[]
  /** The configuration of the plugin, parsed by its own schema. */
  readonly config?: Readonly<Record<string, unknown>>
  /** Where each key of the configuration came from: the list of plugins, or the name of a variable. */
  readonly configSources?: Readonly<Record<string, string>>
  /** Paths of that configuration that are never written to a log. */
  readonly secrets?: readonly string[]
  /** Whether the server starts without the plugin when it can't be composed. */
  readonly onFailure?: 'abort' | 'disable'
}

/** The manifest that `definePlugin` put on a hook object; `null` for a plain object. */
export function manifestOf(hooks: object): Manifest | null {
  return (hooks as { readonly [MANIFEST]?: Manifest })[MANIFEST] ?? null
}

import type { ConfigSchema, PublicKey, SecretPath } from '../config-schema.ts'
import type { Capability } from './capabilities.ts'
import type { Requires } from './registry.ts'

/**
 * The key under which {@link definePlugin} puts the manifest. It is a registered symbol, so all copies of this package
 * use the same one.
 *
 * @example
 * const { name } = plugin[MANIFEST]
 */
export const MANIFEST: unique symbol = Symbol.for('@platform/plugin') as never

type Version =
  | `${number}`
  | `${number}.${number}`
  | `${number}.x`
  | `${number}.${number}.x`
  | `${number}.${number}-${string}`
type Simple = `${'' | '^' | '~'}${Version}`

/**
 * A range of contract versions with an end: `'^1.2'`, `'1.x'`, `'>=1.2 <3'`, `'^1.2 || ^2.0'`. Ranges without an end
 * (`'*'`, `''`, `'>=1'`) are refused, because no plugin can promise to fit all contracts to come.
 *
 * @example
 * const sdk: ContractRange = '^1.0'
 */
export type ContractRange = Simple | `>${string} <${string}` | `${Version} - ${Version}` | `${Simple} || ${string}`

/**
 * The manifest's keys as {@link definePlugin} takes them, beside the hooks.
 *
 * @example
 * const about: ManifestDefinition<'likes'> = { name: 'likes', sdk: '^1.0', capabilities: ['http.routes'] }
 */
export interface ManifestDefinition<
  Name extends string = string,
  RequiredNames extends Requires = Requires,
  OptionalNames extends Requires = Requires,
  Schema extends ConfigSchema | undefined = ConfigSchema | undefined,
> {
  /** Package name, or the folder's name under `plugins/`. */
  readonly name: Name
  /** Version of the plugin. @defaultValue the version in its package.json */
  readonly version?: string
  /** Range of versions of the contract (`CONTRACT`) that the plugin is written for; not versions of the server. */
  readonly sdk: ContractRange
  /** Plugins that must be listed, in these versions. They are loaded first, and their parts are typed. */
  readonly requires?: RequiredNames
  /** Plugins that are loaded first when they are listed. Their parts may be undefined. */
  readonly optional?: OptionalNames
  /** Plugins that this one is loaded before or after, when they are listed. */
  readonly order?: { readonly before?: readonly string[]; readonly after?: readonly string[] }
  /** The parts of the platform that the plugin uses, which the operator is shown. */
  readonly capabilities?: readonly Capability[]
  /** The schema of the plugin's configuration, made by any library that follows Standard Schema. */
  readonly config?: Schema
  /** Keys of `config` whose values are never shown or logged. */
  readonly secrets?: readonly SecretPath<Schema>[]
  /** Keys of `config` that everybody may know: the client part of the plugin gets them as `config`. */
  readonly public?: readonly PublicKey<Schema>[]
}

/**
 * The manifest of a plugin, as the server reads it. Frozen.
 *
 * @example
 * const describe = ({ name, version = '' }: Manifest) => `${name} ${version}`
 */
export interface Manifest extends Omit<ManifestDefinition, 'sdk' | 'secrets' | 'public' | 'name'> {
  readonly name: string
  readonly sdk: string
  readonly secrets?: readonly string[]
  readonly public?: readonly string[]
  /** Version of the manifest's own format. */
  readonly contract: 1
}

/**
 * Names of the keys of a {@link ManifestDefinition}. Every other key given to `definePlugin` is a hook.
 *
 * @example
 * const isHook = (key: string) => !MANIFEST_KEYS.some(known => known === key)
 */
export const MANIFEST_KEYS = [
  'name',
  'version',
  'sdk',
  'requires',
  'optional',
  'order',
  'capabilities',
  'config',
  'secrets',
  'public',
] as const satisfies readonly (keyof ManifestDefinition)[]

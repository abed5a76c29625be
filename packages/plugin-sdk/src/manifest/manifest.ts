import type { ConfigSchema, SecretPath } from '../config-schema.ts'
import type { Capability } from './capabilities.ts'
import type { Requires } from './registry.ts'

/**
 * Where {@link definePlugin} puts the manifest; from the global registry, so copies of this package agree.
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
 * A range of contract versions with an end: `'^1.2'`, `'1.x'`, `'>=1.2 <3'`, `'^1.2 || ^2.0'`. Ranges that fit
 * whatever is to come (`'*'`, `''`, `'>=1'`) are refused: nobody can know what they promise.
 *
 * @example
 * const sdk: ContractRange = '^1.0'
 */
export type ContractRange = Simple | `>${string} <${string}` | `${Version} - ${Version}` | `${Simple} || ${string}`

/**
 * What {@link definePlugin} is told about a plugin, beside its hooks.
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
  readonly version?: string
  /** Versions of the contract (`CONTRACT`) the plugin is written for; never of the server. */
  readonly sdk: ContractRange
  /** Plugins that must be there, in these versions: they are loaded first, and what they provide is typed. */
  readonly requires?: RequiredNames
  /** Plugins that are loaded first when they are there; what they provide is possibly undefined. */
  readonly optional?: OptionalNames
  /** Other plugins to come before or after, without needing them. */
  readonly order?: { readonly before?: readonly string[]; readonly after?: readonly string[] }
  /** What the plugin touches, for the operator to see. */
  readonly capabilities?: readonly Capability[]
  /** Schema of the plugin's settings, by any Standard Schema library. */
  readonly config?: Schema
  /** Keys of `config` that are secret: shown nowhere. */
  readonly secrets?: readonly SecretPath<Schema>[]
}

/**
 * What a plugin says about itself, as the server reads it. Frozen.
 *
 * @example
 * const describe = ({ name, version = '' }: Manifest) => `${name} ${version}`
 */
export interface Manifest extends Omit<ManifestDefinition, 'sdk' | 'secrets' | 'name'> {
  readonly name: string
  readonly sdk: string
  readonly secrets?: readonly string[]
  /** Which shape of hook object this is. */
  readonly contract: 1
}

/**
 * Names of the keys of a {@link ManifestDefinition}; everything else given to `definePlugin` is a hook.
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
] as const satisfies readonly (keyof ManifestDefinition)[]

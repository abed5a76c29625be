import {
  CONTRACT,
  type HookObject,
  MANIFEST,
  type Manifest,
  type ServiceDefinitions,
  type ServiceNeeds,
} from '@platform/plugin-sdk'
import type { AccessTable } from './access.ts'
import type { ServerContext } from './context.ts'

/** One entry of the composed list: a plugin, or a feature of the core, which is a plugin that ships inside. */
export interface LoadedPlugin {
  readonly name: string
  readonly version: string | null
  /** Where it was loaded from, for messages. */
  readonly origin: string
  readonly core: boolean
  readonly hooks: HookObject<ServerContext>
  /** What the operator lets this plugin override, as `schema.override:Type.field`. */
  readonly allow: readonly string[]
  /** What the plugin was configured with, parsed by its own schema. */
  readonly config?: Readonly<Record<string, unknown>>
  /** Paths of that configuration that are never written to a log. */
  readonly secrets?: readonly string[]
  /** Whether the server starts without the plugin when it can't be composed. */
  readonly onFailure?: 'abort' | 'disable'
}

/** A feature of the core: the hook object of a plugin, typed with the server's own context. */
export interface Feature extends HookObject<ServerContext> {
  readonly [MANIFEST]: Manifest
}

type FeatureDefinition<Needs extends ServiceNeeds> = Omit<HookObject<ServerContext>, 'services' | 'permissions'> & {
  readonly name: string
  readonly services?: ServiceDefinitions<Needs>
  /** Who may use what the feature adds; every root field and route has a row. */
  readonly permissions?: AccessTable
}

/**
 * Defines a feature of the core. It is the same object as a plugin's: moved into a plugin's folder and exported from
 * there, it runs as a plugin.
 */
export function defineFeature<Needs extends ServiceNeeds = {}>({ name, ...hooks }: FeatureDefinition<Needs>): Feature {
  const manifest: Manifest = Object.freeze({ contract: 1, name, sdk: `^${CONTRACT}` })
  // The compiler does not see that definitions of services, which were checked one by one, are definitions of services.
  return Object.defineProperty(hooks, MANIFEST, { value: manifest, enumerable: false }) as never
}

/** A feature as an entry of the composed list. */
export function coreFeature(feature: Feature): LoadedPlugin {
  const { name } = feature[MANIFEST]
  return { name, version: null, origin: `core feature ${name}`, core: true, hooks: feature, allow: [] }
}

/** `likes@1.4.0`, or the bare name when there is no version. */
export function label(plugin: Pick<LoadedPlugin, 'name' | 'version'>): string {
  return plugin.version ? `${plugin.name}@${plugin.version}` : plugin.name
}

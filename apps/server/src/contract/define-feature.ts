import type { LoadedPlugin } from '@platform/plugin-host'
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

/** A feature of the core: the same hook object as a plugin's. */
export interface Feature extends HookObject {
  readonly [MANIFEST]: Manifest
}

type FeatureDefinition<Needs extends ServiceNeeds> = Omit<HookObject<ServerContext>, 'services' | 'permissions'> & {
  readonly name: string
  readonly services?: ServiceDefinitions<Needs>
  /** Who may use what the feature adds; every root field and route has a row. */
  readonly permissions?: AccessTable
}

/**
 * Defines a feature of the core, whose hooks get the server's own context. It is the same object as a plugin's: when it
 * is moved into a plugin's folder and exported there, it runs as a plugin.
 */
export function defineFeature<Needs extends ServiceNeeds = {}>({ name, ...hooks }: FeatureDefinition<Needs>): Feature {
  const manifest: Manifest = Object.freeze({ contract: 1, name, sdk: `^${CONTRACT}` })
  // The compiler does not know that the composer gives every hook the server's own context, of which the context of
  // plugins is a part. The definitions of services were checked one by one.
  return Object.defineProperty(hooks, MANIFEST, { value: manifest, enumerable: false }) as never
}

/** A feature as an entry of the list that is composed. */
export function coreFeature(feature: Feature): LoadedPlugin {
  const { name } = feature[MANIFEST]
  return { name, version: null, origin: `core feature ${name}`, core: true, hooks: feature, allow: [] }
}

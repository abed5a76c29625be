import type { HookObject } from '../hooks/hook-object.ts'
import type { MANIFEST, Manifest } from './manifest.ts'
import type { PluginTypes } from './registry.ts'

/**
 * A hook object with a manifest, and with the types of the parts that it provides to other plugins.
 *
 * @example
 * const names = (plugins: readonly Plugin[]) => plugins.map(plugin => plugin[MANIFEST].name)
 */
export interface Plugin<Types extends PluginTypes = PluginTypes> extends HookObject {
  readonly [MANIFEST]: Manifest
  /** For the compiler only; the property does not exist at run time. */
  readonly '~types'?: Types
}

/**
 * The types of a plugin, such as those of its configuration and loaders.
 *
 * @example
 * type Likes = TypesOf<typeof likes>['loaders']
 */
export type TypesOf<P> = P extends Plugin<infer Types> ? Types : never

import type { HookObject } from '../hooks/hook-object.ts'
import type { MANIFEST, Manifest } from './manifest.ts'
import type { PluginTypes } from './registry.ts'

/**
 * A hook object that says its name, and to the compiler what it gives to others.
 *
 * @example
 * const names = (plugins: readonly Plugin[]) => plugins.map(plugin => plugin[MANIFEST].name)
 */
export interface Plugin<Types extends PluginTypes = PluginTypes> extends HookObject {
  readonly [MANIFEST]: Manifest
  /** For the compiler only; never there at run time. */
  readonly '~types'?: Types
}

/**
 * The types of a plugin, of its value's type.
 *
 * @example
 * type Likes = TypesOf<typeof likes>['loaders']
 */
export type TypesOf<P> = P extends Plugin<infer Types> ? Types : never

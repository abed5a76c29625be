import type { HookObject } from './hooks.ts'

/** Where {@link definePlugin} puts the manifest; from the global registry, so copies of this package agree. */
export const MANIFEST: unique symbol = Symbol.for('@platform/plugin') as never

/** What a plugin says about itself. */
export interface Manifest {
  /** Package name, or the folder's name under `plugins/`. */
  readonly name: string
  readonly version?: string
}

/** A hook object that says its name. */
export type Plugin = HookObject & { readonly [MANIFEST]: Manifest & { readonly contract: 1 } }

/**
 * Declares a plugin. The result is the same plain object of hooks, with the manifest beside them under a symbol.
 *
 * @example
 * export default definePlugin({
 *   name: 'platform-plugin-shout',
 *   typeDefs: 'type Comment { shout: String }',
 *   resolvers: { Comment: { shout: comment => comment.body.toUpperCase() } },
 * })
 */
export function definePlugin(definition: Manifest & HookObject): Plugin {
  const { name, version, ...hooks } = definition
  const manifest = Object.freeze({ name, ...(version === undefined ? {} : { version }), contract: 1 as const })
  return Object.defineProperty(hooks, MANIFEST, { value: manifest, enumerable: false }) as Plugin
}

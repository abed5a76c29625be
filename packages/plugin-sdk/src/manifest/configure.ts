import type { Plugin, TypesOf } from './plugin.ts'

/**
 * A plugin with the configuration that an operator would write for it.
 *
 * @example
 * const configured: Configured = configure(likes, { max: 2 })
 */
export interface Configured<P extends Plugin = Plugin> {
  readonly plugin: P
  /** The configuration. The plugin's schema checks it when the platform starts. */
  readonly input: TypesOf<P>['configInput']
}

/**
 * Gives a plugin its configuration in code, for a test or for a program that composes a platform itself. It has the
 * type that the plugin's schema accepts.
 *
 * @example
 * await using platform = await createTestPlatform({ plugins: [configure(likes, { max: 2 })] })
 */
export function configure<P extends Plugin>(plugin: P, input: TypesOf<P>['configInput']): Configured<P> {
  return Object.freeze({ plugin, input })
}

/**
 * Returns whether a value is a plugin with its configuration, and not a plugin itself.
 *
 * @example
 * const plugin = isConfigured(entry) ? entry.plugin : entry
 */
export function isConfigured<P extends Plugin>(value: P | Configured<P>): value is Configured<P> {
  return 'plugin' in value && 'input' in value
}

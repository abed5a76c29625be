import { type Configured, definePlugin, isConfigured, MANIFEST, type Plugin } from '@platform/plugin-sdk'
import type { Given, Stubs } from './given.ts'
import type { Forgotten } from './watch/forgotten.ts'

/** Makes a plugin of each stub, with the stub's context, loaders and mutators. */
export function stubPlugins(stubs: Stubs): Plugin[] {
  return Object.entries(stubs).map(([name, { context = {}, loaders, mutators } = {}]) =>
    definePlugin({
      name,
      sdk: '^1.0',
      context: Object.fromEntries(Object.entries(context).map(([key, value]) => [key, () => value])),
      ...(loaders ? { loaders: () => loaders } : {}),
      ...(mutators ? { mutators: () => mutators } : {}),
    }),
  )
}

/** Finds stubs of plugins that no plugin of the test requires. */
export function unusedStubs(stubs: Stubs, plugins: readonly Given[]): Forgotten[] {
  const named = plugins.flatMap(plugin => {
    const { requires = {}, optional = {} } = manifestOf(plugin) ?? {}
    return [...Object.keys(requires), ...Object.keys(optional)].map(short)
  })
  return Object.keys(stubs)
    .filter(name => !named.includes(short(name)))
    .map(name => ({
      code: 'UNUSED_STUB',
      message: `${name} has a stub, and no plugin of this test requires it`,
      fix: `remove stubs.${name}, or name the plugin in requires`,
    }))
}

/** The manifest of a plugin, with or without settings; `undefined` for a plain hook object. */
export function manifestOf(given: Given): Plugin[typeof MANIFEST] | undefined {
  const plugin = isConfigured(given as Plugin | Configured) ? (given as Configured).plugin : given
  return (plugin as Partial<Plugin>)[MANIFEST]
}

function short(name: string): string {
  return name.replace('platform-plugin-', '')
}

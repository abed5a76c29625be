import type { LoadedPlugin } from '@platform/plugin-host'
import { type GivenHook, nearestName, type PluginHooks, type ReadPluginHooks } from '@platform/plugin-sdk'

/**
 * Reads hooks that plugins define for each other, for the plugin that defines them.
 *
 * @param plugins - all plugins, in their order.
 * @param definer - the plugin that reads; the core may read every hook.
 */
export function pluginHooksFor(plugins: readonly LoadedPlugin[], definer?: LoadedPlugin): ReadPluginHooks {
  return name => {
    if (definer && !definer.core) assertDefined(definer, name)
    return valuesOf(plugins, name)
  }
}

/** Another plugin's hook may change with any version of that plugin, so only the plugin itself reads it. */
export function assertDefined({ name: plugin, hooks }: LoadedPlugin, hook: string): void {
  const own = Object.keys(hooks.defines ?? {})
  if (own.includes(hook)) return
  const near = nearestName(hook, own)
  const known = near ? `did you mean ${near}?` : 'add it to the hook defines, with its schema'
  throw new Error(`${plugin} defines no hook ${hook}, so it can not read it; ${known}`)
}

function valuesOf<Name extends keyof PluginHooks>(
  plugins: readonly LoadedPlugin[],
  hook: Name,
): readonly GivenHook<PluginHooks[Name]>[] {
  return plugins.flatMap(({ name, hooks }) => {
    // The schema of the hook has checked the value.
    const value = Object.hasOwn(hooks, hook) ? (Reflect.get(hooks, hook) as PluginHooks[Name]) : undefined
    return value === undefined ? [] : [{ plugin: name, value }]
  })
}

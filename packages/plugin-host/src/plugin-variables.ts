import { parseBoundedJson } from '@platform/config'
import { variableKey } from './config-keys.ts'
import { shortName } from './names.ts'

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** A variable that configures a plugin. */
export interface PluginVariable {
  /** The full name. */
  readonly name: string
  /** The part behind the plugin's name: `WEBHOOK_URL`. */
  readonly key: string
  readonly text: string
}

/** The variables of an environment that configure plugins. */
export interface PluginVariables {
  of(plugin: string): readonly PluginVariable[]
  /** The names of variables that belong to no plugin of the list. */
  readonly unknown: readonly string[]
}

const PREFIX = 'PLATFORM_PLUGIN_'

/** The beginning of the names of a plugin's variables: `PLATFORM_PLUGIN_SLACK_NOTIFICATIONS_`. */
export function variablePrefix(plugin: string): string {
  return `${PREFIX}${variableKey(shortName(plugin).replace(/^@/, ''))}_`
}

/**
 * Sorts the variables `PLATFORM_PLUGIN_<NAME>_<KEY>` by plugin. When several names fit, the longest gets the variable.
 */
export function readPluginVariables(env: Environment, plugins: readonly string[]): PluginVariables {
  const byPlugin = new Map<string, PluginVariable[]>()
  const unknown: string[] = []
  const longestFirst = plugins
    .map(plugin => ({ plugin, prefix: variablePrefix(plugin) }))
    .sort((a, b) => b.prefix.length - a.prefix.length)
  for (const [name, text = ''] of Object.entries(env).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!name.startsWith(PREFIX)) continue
    const owner = longestFirst.find(({ prefix }) => name.startsWith(prefix) && name.length > prefix.length)
    if (!owner) unknown.push(name)
    else
      byPlugin.set(owner.plugin, [
        ...(byPlugin.get(owner.plugin) ?? []),
        { name, key: name.slice(owner.prefix.length), text },
      ])
  }
  return { unknown, of: plugin => byPlugin.get(plugin) ?? [] }
}

/**
 * The value of a variable: a boolean for TRUE and FALSE, as in the platform's own variables; the value of JSON when the
 * text is JSON; else the text itself.
 */
export function variableValue(text: string): unknown {
  if (/^(?:TRUE|FALSE)$/.test(text)) return text === 'TRUE'
  try {
    const value: unknown = parseBoundedJson(text)
    // An id of more digits than a number keeps would become another one.
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? text : value
  } catch {
    return text
  }
}

import { type Configured, type HookObject, isConfigured, type Plugin } from '@platform/plugin-sdk'
import { manifestOf } from './loaded-plugin.ts'
import { knownDefiner } from './plugin-hooks.ts'
import type { PluginList, PluginSettings } from './plugin-list.ts'
import type { Environment } from './plugin-variables.ts'
import { readHooks } from './read-plugin.ts'
import { type CheckOptions, checkPlugins, type Survey } from './survey.ts'

/** A plugin as a test gives it: a hook object, or a plugin with a configuration. */
export type GivenPlugin = HookObject | Plugin | Configured

/** The settings of plugins, as an operator writes them in `plugins.json`, by name. */
export type GivenSettings = Readonly<Record<string, Partial<PluginSettings>>>

export interface GivenPlugins extends Pick<CheckOptions, 'keepSecret'> {
  readonly plugins: readonly GivenPlugin[]
  readonly settings?: GivenSettings
  /** Variables; only those that begin with `PLATFORM_PLUGIN_` are read. */
  readonly env?: Environment
}

/**
 * Takes hook objects through the steps that follow the loading of a listed plugin: shapes, manifest, configuration,
 * requirements and order.
 */
export async function surveyGiven({ plugins, settings = {}, env = {}, ...options }: GivenPlugins): Promise<Survey> {
  const given = plugins.map((plugin, i) => named(plugin, i))
  const entries = given.map(({ name }) => ({ name, range: null }))
  const list: PluginList = {
    source: 'the test',
    server: entries,
    client: [],
    configured: [],
    settingsOf: name => ({ onFailure: 'abort', allow: [], config: configOf(given, name), ...settings[name] }),
  }
  const read = given.map(({ name, hooks }, i) => {
    const about = { name, origin: `given to createTestPlatform as number ${i + 1}` }
    return { ...about, entry: { name, range: null }, location: null, ...readHooks(hooks, about) }
  })
  return checkPlugins(read, { ...options, list, env, findDefiner: knownDefiner })
}

interface Named {
  readonly name: string
  readonly hooks: HookObject
  readonly input: unknown
}

function named(plugin: GivenPlugin, i: number): Named {
  // `isConfigured` tells the two apart; its type does not narrow a plain hook object.
  const configured = isConfigured(plugin as Plugin | Configured) ? (plugin as Configured) : null
  const hooks = configured?.plugin ?? (plugin as HookObject)
  return { name: manifestOf(hooks)?.name ?? `plugin-${i + 1}`, hooks, input: configured?.input ?? {} }
}

function configOf(given: readonly Named[], name: string): PluginSettings['config'] {
  return (given.find(plugin => plugin.name === name)?.input ?? {}) as PluginSettings['config']
}

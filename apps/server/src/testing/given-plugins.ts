import { type Configured, type HookObject, isConfigured, MANIFEST, type Plugin } from '@platform/plugin-sdk'
import { CompositionError } from '../composition/problem.ts'
import type { ServerContext } from '../contract/context.ts'
import type { LoadedPlugin } from '../contract/loaded-plugin.ts'
import { diagnose } from '../plugins/diagnose.ts'
import type { Environment } from '../plugins/plugin-environment.ts'
import type { PluginList, PluginSettings } from '../plugins/plugin-list.ts'
import { readHooks } from '../plugins/read-plugin.ts'
import { surveyRead } from '../plugins/survey.ts'

/** A plugin as a test has it: its hooks, or those with settings. */
export type GivenPlugin = HookObject | Plugin | Configured

/** What an operator says of plugins in `plugins.json`, by name. */
export type GivenSettings = Readonly<Record<string, Partial<PluginSettings>>>

export interface GivenPlugins {
  readonly plugins: readonly GivenPlugin[]
  readonly settings?: GivenSettings
  /** Variables; those of plugins count. */
  readonly env?: Environment
}

/**
 * Takes objects through everything a plugin of a list goes through after its modules are loaded: shapes, manifest,
 * configuration, requirements and order.
 *
 * @throws CompositionError with every problem of every plugin.
 */
export async function membersOf({ plugins, settings = {}, env = {} }: GivenPlugins): Promise<readonly LoadedPlugin[]> {
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
    return { ...about, entry: entries[i]!, location: null, ...readHooks(hooks, about) }
  })
  const { members, judged, unseen, problems } = await surveyRead(read, { list, env })
  if (problems.length > 0) throw new CompositionError([...problems, ...(await diagnose(judged, unseen)).problems])
  return members
}

interface Named {
  readonly name: string
  readonly hooks: HookObject<ServerContext>
  readonly input: unknown
}

function named(plugin: GivenPlugin, i: number): Named {
  const configured = isConfigured(plugin as Plugin | Configured)
  const hooks = configured ? (plugin as Configured).plugin : (plugin as HookObject)
  return {
    name: (hooks as Partial<Plugin>)[MANIFEST]?.name ?? `plugin-${i + 1}`,
    hooks: hooks as HookObject<ServerContext>,
    input: configured ? (plugin as Configured).input : {},
  }
}

function configOf(given: readonly Named[], name: string): PluginSettings['config'] {
  return (given.find(plugin => plugin.name === name)?.input ?? {}) as PluginSettings['config']
}

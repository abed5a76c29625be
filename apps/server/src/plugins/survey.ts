import { join } from 'node:path'
import { readEnvironment } from '@platform/config'
import type { Problem } from '../composition/problem.ts'
import type { LoadedPlugin } from '../contract/loaded-plugin.ts'
import { letPluginsImport } from './import-hook.ts'
import { isWhole, judgeable } from './judgeable.ts'
import { type Location, locatePlugin } from './locate.ts'
import { openLoopWatch } from './loop-watch.ts'
import { decideFormats } from './module-format.ts'
import { isSameName } from './names.ts'
import { configurePlugin } from './plugin-config.ts'
import { type Environment, type PluginVariables, readPluginVariables } from './plugin-environment.ts'
import type { PluginList } from './plugin-list.ts'
import { type ReadPlugin, readPlugin } from './read-plugin.ts'
import { checkRequirements } from './requirements.ts'
import { settle } from './settle.ts'
import type { SurveyedPlugin } from './surveyed-plugin.ts'

/** The plugins of a list: what each is, what is wrong, and who takes part. */
export interface Survey {
  /** In the order of the list. */
  readonly plugins: readonly SurveyedPlugin[]
  /** Those that can be composed, in that order. */
  readonly members: readonly LoadedPlugin[]
  /** The same and all others, as far as they can be judged together. */
  readonly judged: readonly LoadedPlugin[]
  /** Names of those of which nothing, or not everything, can be judged. */
  readonly unseen: readonly string[]
  /** What keeps the platform from starting. */
  readonly problems: readonly Problem[]
  readonly warnings: readonly string[]
}

/** Reads, checks, configures and orders every plugin of a list. Nothing is thrown for what is wrong with a plugin. */
export async function surveyPlugins(
  root: string,
  list: PluginList,
  env: Environment = readEnvironment({ env: process.env, cwd: root }),
): Promise<Survey> {
  letPluginsImport(root)
  decideFormats(join(root, 'plugins'))
  const read: ReadPlugin[] = []
  // One after another: what a plugin's module does while it is loaded can be told from what others do.
  const watch = list.server.length > 0 ? openLoopWatch() : null
  try {
    for (const entry of list.server) read.push(await readPlugin(root, entry, list.source))
  } finally {
    await watch?.close()
  }
  return surveyRead(read, { list, env, find: name => locatePlugin(root, name) })
}

/** The same for plugins that have been read. */
export async function surveyRead(
  read: readonly ReadPlugin[],
  { list, env, find = () => null }: { list: PluginList; env: Environment; find?: (name: string) => Location | null },
): Promise<Survey> {
  const variables = readPluginVariables(
    env,
    list.server.map(({ name }) => name),
  )
  const configured = await Promise.all(read.map(plugin => configure(plugin, list, variables)))
  const checked = configured.map(plugin => ({
    ...plugin,
    problems: [
      ...plugin.problems,
      ...twice(plugin, configured),
      ...checkRequirements(plugin, configured, { source: list.source, find }),
    ],
  }))
  const { plugins, order, cycle } = settle(checked, list)
  return {
    plugins,
    members: order.flatMap(plugin => memberOf(plugin, plugin.hooks, list)),
    judged: [...order, ...plugins.filter(({ name }) => !order.some(other => other.name === name))].flatMap(plugin =>
      memberOf(plugin, judgeable(plugin, plugins), list),
    ),
    unseen: plugins.filter(plugin => !isWhole(plugin, plugins)).map(({ name }) => name),
    problems: [...plugins.filter(({ leftOut }) => leftOut === null).flatMap(({ problems }) => problems), ...cycle],
    warnings: [...read.flatMap(plugin => plugin.warnings), ...strangeNames(list, variables)],
  }
}

async function configure(plugin: ReadPlugin, list: PluginList, variables: PluginVariables): Promise<SurveyedPlugin> {
  if (!plugin.hooks) return { ...plugin, config: null, leftOut: null }
  const { name, origin, manifest } = plugin
  const config = await configurePlugin({
    plugin: name,
    origin,
    manifest,
    settings: list.settingsOf(name).config,
    source: list.source,
    variables: variables.of(name),
  })
  return { ...plugin, config, problems: [...plugin.problems, ...config.problems], leftOut: null }
}

/** Two entries for one plugin: `respect` and `platform-plugin-respect`. */
function twice(plugin: ReadPlugin, others: readonly ReadPlugin[]): Problem[] {
  const first = others.find(
    ({ name, location }) =>
      isSameName(name, plugin.name) || (location !== null && location.directory === plugin.location?.directory),
  )
  if (!first || first.name === plugin.name) return []
  return [
    {
      code: 'PLUGIN_LIST_INVALID',
      owners: [first.name, plugin.name],
      message: `${first.name} and ${plugin.name} are one plugin, listed twice\n  ${plugin.origin}`,
      fix: 'take one of them out of the list',
    },
  ]
}

function memberOf(
  { name, version, origin, manifest, config }: SurveyedPlugin,
  hooks: LoadedPlugin['hooks'] | null,
  list: PluginList,
): LoadedPlugin[] {
  if (!hooks) return []
  const { allow, onFailure } = list.settingsOf(name)
  return [
    {
      name,
      version,
      origin,
      core: false,
      hooks,
      allow,
      onFailure,
      ...(config?.value ? { config: config.value } : {}),
      ...(manifest?.secrets ? { secrets: manifest.secrets } : {}),
    },
  ]
}

function strangeNames({ source, server, client, configured }: PluginList, { unknown }: PluginVariables): string[] {
  const listed = [...server, ...client].map(({ name }) => name)
  return [
    ...unknown.map(variable => `${variable} belongs to no plugin of the list and is ignored`),
    ...configured
      .filter(name => !listed.some(other => isSameName(name, other)))
      .map(name => `${source}: settings.${name} is for a plugin that is not listed`),
  ]
}

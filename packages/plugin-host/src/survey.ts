import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforePlugin, findingsOf, restoreGlobals } from './changed-globals.ts'
import { composableHooks, isWhole } from './composable.ts'
import { type ConfiguredPlugin, configurePlugin } from './configure.ts'
import { orderEnabled } from './disable.ts'
import type { GlobalChange } from './globals.ts'
import { letPluginsImport } from './import-hook.ts'
import type { LoadedPlugin } from './loaded-plugin.ts'
import { type Location, locatePlugin } from './locate.ts'
import { openLoopWatch } from './loop-watch.ts'
import { decideFormats } from './module-format.ts'
import { isSameName } from './names.ts'
import { checkPluginHooks, findUnlistedDefiner } from './plugin-hooks.ts'
import type { PluginEntry, PluginList } from './plugin-list.ts'
import { type Environment, type PluginVariables, readPluginVariables } from './plugin-variables.ts'
import type { Problem } from './problem.ts'
import { checkQueuedNames } from './queued-names.ts'
import { type ReadOptions, type ReadPlugin, readPlugin } from './read-plugin.ts'
import { checkRequirements } from './requirements.ts'
import type { ServerModules } from './server-modules.ts'
import { unreadConfig } from './unread-config.ts'

/** The plugins of a list after every step before composing, and the problems that were found. */
export interface Survey {
  /** In the order of the list. */
  readonly plugins: readonly ConfiguredPlugin[]
  /** The plugins that are loaded and not disabled, in the order of composition. */
  readonly loaded: readonly LoadedPlugin[]
  /** The same plugins and all others, with the hooks that can be composed to look for conflicts. */
  readonly composable: readonly LoadedPlugin[]
  /** The names of plugins some or all of whose hooks can't be composed. */
  readonly unseen: readonly string[]
  /** The problems that keep the platform from starting. */
  readonly problems: readonly Problem[]
  readonly warnings: readonly string[]
  /** What is allowed, and may be a mistake of the list. What may be one of a plugin is the plugin's own `advice`. */
  readonly advice: readonly Problem[]
}

/** What is needed to configure, check and order plugins. */
export interface CheckOptions {
  readonly list: PluginList
  readonly env: Environment
  /** Finds a plugin that is not listed, for the advice to list it. */
  readonly find?: (name: string) => Location | null
  /** Finds a plugin that is not listed and defines a hook, for the advice to list it. */
  readonly findDefiner?: (hook: string) => string | null
  /** Gets the secrets of configurations as soon as they are known, to keep them out of logs. */
  readonly keepSecret: (values: readonly string[]) => void
}

export interface SurveyOptions extends Omit<CheckOptions, 'find' | 'findDefiner'> {
  /** The project: the folder of `plugins.json`. */
  readonly root: string
  readonly server: ServerModules
}

/** Takes every plugin of a list through all steps before composing. Problems of plugins are reported and not thrown. */
export async function surveyPlugins({ root, server, ...options }: SurveyOptions): Promise<Survey> {
  const read = await readAll(root, options.list, server)
  return checkPlugins(read, {
    ...options,
    find: name => locatePlugin(root, name),
    findDefiner: hook => findUnlistedDefiner(hook, root, unlistedFolders(root, options.list)),
  })
}

/** The folders under `plugins` that the list does not name. */
function unlistedFolders(root: string, { server }: PluginList): string[] {
  const base = join(root, 'plugins')
  const folders = existsSync(base) ? readdirSync(base, { withFileTypes: true }).filter(each => each.isDirectory()) : []
  return folders.map(({ name }) => name).filter(name => !server.some(entry => isSameName(entry.name, name)))
}

/** Locates and loads every plugin. */
async function readAll(root: string, list: PluginList, server: ServerModules): Promise<ReadPlugin[]> {
  const { server: entries, source } = list
  letPluginsImport(root, server)
  decideFormats(join(root, 'plugins'))
  const read: ReadPlugin[] = []
  const watch = entries.length > 0 ? openLoopWatch() : null
  try {
    // Plugins are loaded one after another, so that an uncaught error belongs to one plugin.
    for (const entry of entries) read.push(await readWatched(entry, list, { root, source, server }))
  } finally {
    await watch?.close()
  }
  return read
}

/** Reads a plugin, and finds out what the code of its modules did to built-ins and to the process. */
async function readWatched(entry: PluginEntry, list: PluginList, options: ReadOptions): Promise<ReadPlugin> {
  const before = beforePlugin()
  const { allow } = list.settingsOf(entry.name)
  let changed: readonly GlobalChange[] = []
  // Built-ins are put back first, because the code that waits for the plugin needs them: `Promise` and its methods.
  const afterModules = () => {
    changed = restoreGlobals(allow, before)
  }
  const plugin = await readPlugin(entry, { ...options, afterModules })
  const { problems, advice } = findingsOf({ ...plugin, allow }, { ...before, changed }, 'its modules')
  return { ...plugin, problems: [...plugin.problems, ...problems], advice }
}

/** The steps after loading: configured, checked, ordered. */
export async function checkPlugins(read: readonly ReadPlugin[], options: CheckOptions): Promise<Survey> {
  const { list, env, find = () => null, findDefiner = () => null, keepSecret } = options
  const variables = readPluginVariables(
    env,
    list.server.map(({ name }) => name),
  )
  const configured = await Promise.all(read.map(plugin => configurePlugin(plugin, { list, variables, keepSecret })))
  const ofHooks = await checkPluginHooks({ plugins: configured, findDefiner })
  const checked = configured.map(plugin => ({
    ...plugin,
    problems: [
      ...plugin.problems,
      ...(ofHooks.get(plugin) ?? []),
      ...listedTwice(plugin, configured),
      ...checkQueuedNames(plugin, configured, list.settingsOf(plugin.name)),
      ...checkRequirements(plugin, configured, { source: list.source, find }),
    ],
  }))
  const { plugins, order, cycle } = orderEnabled(checked, list)
  const others = plugins.filter(({ name }) => !order.some(other => other.name === name))
  return {
    plugins,
    loaded: order.flatMap(plugin => loadedPlugin(plugin, plugin.hooks, list)),
    composable: [...order, ...others].flatMap(plugin => loadedPlugin(plugin, composableHooks(plugin, plugins), list)),
    unseen: plugins.filter(plugin => !isWhole(plugin, plugins)).map(({ name }) => name),
    problems: [...plugins.filter(({ disabled }) => disabled === null).flatMap(({ problems }) => problems), ...cycle],
    warnings: [...read.flatMap(plugin => plugin.warnings), ...unknownNames(list, variables)],
    advice: unreadConfig(list),
  }
}

/** The problem of two entries for one plugin, such as `respect` and `platform-plugin-respect`. */
function listedTwice(plugin: ReadPlugin, others: readonly ReadPlugin[]): Problem[] {
  const first = others.find(
    ({ name, location }) =>
      isSameName(name, plugin.name) || (location !== null && location.directory === plugin.location?.directory),
  )
  if (!first || first.name === plugin.name) return []
  return [
    {
      code: 'PLUGIN_LIST_INVALID',
      plugins: [{ name: first.name }, { name: plugin.name, origin: plugin.origin }],
      message: `${first.name} and ${plugin.name} are one plugin, listed twice`,
      fix: 'take one of them out of the list',
    },
  ]
}

function loadedPlugin(plugin: ConfiguredPlugin, hooks: LoadedPlugin['hooks'] | null, list: PluginList): LoadedPlugin[] {
  if (!hooks) return []
  const { name, version, origin, location, manifest, config } = plugin
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
      ...(location ? { directory: location.directory, entry: location.entry } : {}),
      ...(config?.value ? { config: config.value, configSources: config.sources } : {}),
      ...(manifest?.secrets ? { secrets: manifest.secrets } : {}),
    },
  ]
}

/** Warnings about variables and settings that are for no plugin of the list. */
function unknownNames({ source, server, client, configured }: PluginList, { unknown }: PluginVariables): string[] {
  const listed = [...server, ...client].map(({ name }) => name)
  return [
    ...unknown.map(variable => `${variable} belongs to no plugin of the list and is ignored`),
    ...configured
      .filter(name => !listed.some(other => isSameName(name, other)))
      .map(name => `${source}: settings.${name} is for a plugin that is not listed`),
  ]
}

import type { Config } from '@platform/config'
import { followModules, forgetModules, type LoadedPlugin } from '@platform/plugin-host'
import type { Services } from '@platform/plugin-sdk'
import type { StreamBuild } from '@platform/stream'
import { type Listening, listen } from '../../main/listen.ts'
import { type LoadedPlugins, loadPlugins } from '../../main/load-plugins.ts'
import { type OpenPlatform, openPlatform } from '../../main/open.ts'
import { openStreamBuild } from '../../main/stream-build.ts'
import { systemClock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import { readProject, type WatchedPlugin } from './project.ts'

export interface ReloadingOptions {
  readonly root: string
  readonly config: Config
  readonly log: Log
  /** Called with the plugins of the list as soon as it is read. */
  follow(plugins: readonly WatchedPlugin[]): void
  onFatal(error: Error): void
}

/** A server whose plugins are replaced while its stores and its port stay open. */
export interface ReloadingServer {
  /** The plugins that answer requests now. */
  readonly plugins: readonly LoadedPlugin[]
  readonly port: number | null
  /** The name of the file or variable that has the list of plugins. */
  readonly source: string
  /** The services of now. @throws Error before the first start */
  services(): Services
  /**
   * Loads the plugins again that were changed, and those that import from them, and answers by them. The first call
   * opens the stores and the port.
   *
   * @returns the names of the plugins that were loaded again.
   * @throws CompositionError with every problem of the plugins; the server then goes on as it was.
   */
  load(changed: readonly WatchedPlugin[]): Promise<readonly string[]>
  stop(): Promise<void>
}

export function createReloadingServer({ root, config, log, follow, onFatal }: ReloadingOptions): ReloadingServer {
  let open: OpenPlatform | null = null
  let listening: Listening | null = null
  let plugins: readonly LoadedPlugin[] = []
  let source = ''
  let retiring: Promise<unknown> = Promise.resolve()

  async function replace(loaded: LoadedPlugins, streamBuild: StreamBuild): Promise<void> {
    if (open === null || listening === null) {
      const started = await start(loaded, { config, log, streamBuild, onFatal })
      open = started.open
      for (const note of open.notes) log.info(note)
      listening = started.listening
      return
    }
    const { retire } = await open.renew(loaded.plugins, { disabled: loaded.disabled, streamBuild })
    const answered = listening.replace(open.platform)
    retiring = Promise.all([retiring, answered.then(retire)]).catch((error: unknown) =>
      log.error({ err: error }, 'the plugins as they were could not be ended in order'),
    )
  }

  return {
    get plugins() {
      return plugins
    },
    get source() {
      return source
    },
    get port() {
      return listening?.port ?? null
    },
    services() {
      if (open === null) throw new Error('the server has not started yet')
      return open.platform.services
    },
    async load(changed) {
      const project = await readProject(root, config.pluginsJson)
      source = project.list.source
      follow(project.plugins)
      for (const { location } of project.plugins) if (location) followModules(location.directory)
      const forgotten = new Set(changed.flatMap(({ directory }) => forgetModules(directory)))
      const loaded = await loadPlugins(root, project.list, config)
      for (const warning of loaded.warnings) log.warn(warning)
      const build = await openStreamBuild(root, project.list, { log, builds: true, isWatched: true })
      // A plugin that fails must not be missed in the output, so its setting onFailure has no effect here.
      const strict = loaded.plugins.map((plugin): LoadedPlugin => ({ ...plugin, onFailure: 'abort' }))
      await replace({ ...loaded, plugins: strict }, { ...build, isWatched: true })
      const before = plugins
      plugins = strict
      const isNew = (name: string) => !before.some(plugin => plugin.name === name)
      return strict
        .filter(({ name, directory }) => (directory && forgotten.has(directory)) || isNew(name))
        .map(({ name }) => name)
    },
    async stop() {
      await listening?.stop()
      await retiring
      await open?.close()
    },
  }
}

/** Opens the stores and the port. When the port can't be opened, the stores are closed again. */
async function start(
  { plugins, disabled }: LoadedPlugins,
  given: Pick<ReloadingOptions, 'config' | 'log' | 'onFatal'> & { readonly streamBuild: StreamBuild },
): Promise<{ readonly open: OpenPlatform; readonly listening: Listening }> {
  const open = await openPlatform({ ...given, plugins, disabled, serves: true, clock: systemClock })
  try {
    return { open, listening: await listen(open.platform) }
  } catch (error) {
    await open.close()
    throw error
  }
}

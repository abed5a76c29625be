import type { Server } from 'node:net'
import { type Config, loadConfig, readEnvironment } from '@platform/config'
import { CompositionError } from '@platform/plugin-host'
import { isWebSetUpClosed } from '../../features/setup/service.ts'
import { watchLaunchers } from '../../main/launchers.ts'
import { type Stopping, stopOnSignals } from '../../main/stopping.ts'
import { survivePlugins } from '../../main/survive.ts'
import { watchLoops } from '../../main/watch-loops.ts'
import { EXIT } from '../../runtime/failure.ts'
import { createLastLog, createLog, type Log } from '../../runtime/log.ts'
import { openControlSocket } from '../control-socket.ts'
import { controlSocketPath } from '../socket-path.ts'
import type { WatchedPlugin } from './project.ts'
import { createReloadingServer, type ReloadingServer } from './reloading.ts'
import { createScreen, readableLog, type Screen } from './screen.ts'
import { createTypeWarnings } from './type-warnings.ts'
import { type Saved, watchProject } from './watch.ts'

export interface DevOptions {
  readonly port?: string
  readonly json?: boolean
}

/** `platform dev`: runs the server, and loads plugins again when their files are saved. */
export async function develop({ port, json = false }: DevOptions): Promise<void> {
  const root = process.cwd()
  refuseProduction(root)
  const stopping = stopOnSignals()
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  // Standard output has one JSON object on each line, so texts that plugins print go to standard error.
  if (json) Object.assign(console, { log: console.error, info: console.error, debug: console.error })
  const env = { ...process.env, ...(port === undefined ? {} : { PORT: port }) }
  const config = { ...loadConfig({ env, cwd: root }), showsCauses: true }
  const log = json ? createLog(config.loggingLevel) : createLog(config.loggingLevel, readableLog())
  const lastLog = json ? createLastLog(config.loggingLevel) : log
  for (const warning of config.warnings) log.warn(warning)
  const screen = createScreen(json, root)
  await run({ root, config, log, lastLog, screen, stopping })
}

/** @throws Error with the exit code of a wrong configuration */
function refuseProduction(root: string): void {
  if (readEnvironment({ env: process.env, cwd: root })['NODE_ENV'] !== 'production') return
  const message =
    'platform dev loads plugins anew while it serves, which is not for production. Run platform serve, or unset NODE_ENV.'
  throw Object.assign(new Error(message), { code: 'DEV_IN_PRODUCTION', exitCode: EXIT.configuration })
}

interface Parts {
  readonly root: string
  readonly config: Config
  readonly log: Log
  /** Has written a line when the call returns. */
  readonly lastLog: Log
  readonly screen: Screen
  readonly stopping: Stopping
}

async function run({ root, config, log, lastLog, screen, stopping }: Parts): Promise<void> {
  const onFatal = (error: Error) => {
    log.fatal(error.message)
    stopping.now(EXIT.unavailable)
  }
  const started = Promise.withResolvers<void>()
  const work = (saved: Saved) => started.promise.then(() => reload(saved))
  const queue = createQueue(work, (error: unknown) => {
    log.fatal({ err: error }, 'the plugins could not be loaded again')
    stopping.now(EXIT.internal)
  })
  const watch = watchProject(root, queue.add)
  const shown = { text: '', plugins: [] as readonly WatchedPlugin[] }
  const follow = (plugins: readonly WatchedPlugin[]) => {
    shown.plugins = plugins
    watch.follow(plugins)
  }
  const server = createReloadingServer({ root, config, log, follow, onFatal })
  const warnOfTypes = createTypeWarnings({ root, list: config.pluginsJson, log })
  const plugins = () => server.plugins
  survivePlugins({ plugins, log, end: () => stopping.now(EXIT.internal) })
  let control: Server | null = null

  async function reload({ plugins, at }: Saved): Promise<void> {
    const before = server.port
    try {
      const loaded = await server.load(plugins)
      if (server.port !== null && before === null) {
        control = await openControl(config, server)
        screen.listening(config.rootUrl, await setUpAddress(config, server))
      } else screen.reloaded(loaded.length > 0 ? loaded : [server.source], Math.round(performance.now() - at))
      // At the start each part may have errors from before.
      warnOfTypes(before === null ? shown.plugins : plugins)
    } catch (error) {
      if (!(error instanceof CompositionError)) throw error
      screen.refused(error.problems, before !== null)
    }
    const text = shown.plugins.map(({ directory }) => directory).join('\n')
    if (text !== shown.text || before === null) screen.watching(shown.plugins)
    shown.text = text
  }

  stopping.started(async () => {
    await watch.close()
    if (server.port !== null) await queue.idle()
    control?.close()
    await server.stop()
    screen.stopped()
  }, log)
  try {
    await reload({ plugins: [], list: true, at: performance.now() })
  } catch (error) {
    await watch.close()
    throw error
  }
  started.resolve()
  watchLoops({ plugins: () => server.plugins, log: lastLog })
  watchLaunchers(() => stopping.now(EXIT.ok))
}

/** Lets commands such as `platform users create` run in this process, which has the embedded store open. */
async function openControl(config: Config, server: ReloadingServer): Promise<Server | null> {
  const path = controlSocketPath(config.docstoreUrl)
  return path === null ? null : openControlSocket(() => server.services(), path)
}

/** The address at which the first administrator is made; `null` when there is one. */
async function setUpAddress(config: Config, server: ReloadingServer): Promise<string | null> {
  const services = server.services()
  if (await isWebSetUpClosed(services)) return null
  return `${config.rootUrl}/admin/install#token=${await services.setupToken.issue()}`
}

interface Queue {
  add(saved: Saved): void
  idle(): Promise<void>
}

/** Handles one save at a time. Files that are saved meanwhile are handled together afterwards. */
function createQueue(work: (saved: Saved) => Promise<void>, failed: (error: unknown) => void): Queue {
  let waiting: Saved | null = null
  let working: Promise<void> | null = null
  async function drain(): Promise<void> {
    while (waiting !== null) {
      const next = waiting
      waiting = null
      await work(next)
    }
  }
  return {
    add(saved) {
      waiting =
        waiting === null
          ? saved
          : {
              at: waiting.at,
              list: waiting.list || saved.list,
              plugins: [...new Set([...waiting.plugins, ...saved.plugins])],
            }
      working ??= drain()
        .catch(failed)
        .finally(() => {
          working = null
        })
    },
    async idle() {
      await working
    },
  }
}

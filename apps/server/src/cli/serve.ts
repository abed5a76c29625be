import { enableCompileCache } from 'node:module'
import { type Config, loadConfig } from '@platform/config'
import { type LoadedPlugin, type PluginList, readPluginList } from '@platform/plugin-host'
import { isWebSetUpClosed } from '../features/setup/service.ts'
import { watchLaunchers } from '../main/launchers.ts'
import { type Listening, listen } from '../main/listen.ts'
import { loadPlugins } from '../main/load-plugins.ts'
import { type OpenPlatform, openPlatform } from '../main/open.ts'
import { releaseMemoryWhenIdle } from '../main/release-memory.ts'
import { type Stopping, stopOnSignals } from '../main/stopping.ts'
import { openStreamBuild } from '../main/stream-build.ts'
import { survivePlugins } from '../main/survive.ts'
import { watchLoops } from '../main/watch-loops.ts'
import { systemClock } from '../runtime/clock.ts'
import { EXIT } from '../runtime/failure.ts'
import { createLastLog, createLog, type Log } from '../runtime/log.ts'
import { openControlSocket } from './control-socket.ts'
import { jsonLine, readsJson } from './json-lines.ts'
import { controlSocketPath } from './socket-path.ts'
import { processTerminal } from './terminal.ts'

/** `platform serve`: runs the server until a signal stops it. */
export async function serve(): Promise<void> {
  const stopping = stopOnSignals()
  try {
    await start(stopping)
  } catch (error) {
    // The failure of a start that has to stop anyway is of no interest.
    if (stopping.isAsked) process.exit(EXIT.ok)
    throw error
  }
}

async function start(stopping: Stopping): Promise<void> {
  // The output may have no reader, or the disk may be full: the server runs nevertheless.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const config = loadConfig({ env: process.env, cwd: process.cwd() })
  const log = createLog(config.loggingLevel)
  for (const warning of config.warnings) log.warn(warning)
  const known: { plugins: readonly LoadedPlugin[] } = { plugins: [] }
  const plugins = () => known.plugins
  survivePlugins({ plugins, log, end: () => stopping.now(EXIT.internal) })
  // It saves more time for plugins in TypeScript than for the modules of the server, which were loaded without it.
  enableCompileCache()
  const list = await readPluginList(process.cwd(), config.pluginsJson)
  const { disabled, warnings, ...loaded } = await loadPlugins(process.cwd(), list, config)
  for (const warning of warnings) log.warn(warning)
  known.plugins = loaded.plugins
  const open = await openPlatform({
    config,
    log,
    plugins: loaded.plugins,
    streamBuild: await openBuild(list, { config, log }),
    disabled,
    serves: true,
    clock: systemClock,
    onFatal: error => {
      log.fatal(error.message)
      stopping.now(EXIT.unavailable)
    },
  })
  if (stopping.isAsked) {
    // A server that was told to stop while it started opens no port.
    await open.close()
    process.exit(EXIT.ok)
  }
  let listening: Listening
  try {
    listening = await listen(open.platform)
  } catch (error) {
    await open.close()
    throw error
  }
  const socket = controlSocketPath(config.docstoreUrl)
  const control = socket === null ? null : await openControlSocket(() => open.platform.services, socket)
  stopping.started(async () => {
    control?.close()
    await listening.stop()
    await open.close()
  }, log)
  watchLoops({ plugins: () => loaded.plugins, log: createLastLog(config.loggingLevel) })
  watchLaunchers(() => {
    if (stopping.isAsked) return
    log.warn('the process that started this server has ended: stopping')
    stopping.now(EXIT.ok)
  })
  if (stopping.isAsked) return
  await announce({ config, port: listening.port, open })
  releaseMemoryWhenIdle(open.platform.docstore)
  await open.platform.services.mail.checkServer()
}

/** In production nothing is built; elsewhere a part that can't be built keeps no server from starting. */
function openBuild(list: PluginList, { config, log }: { readonly config: Config; readonly log: Log }) {
  return openStreamBuild(process.cwd(), list, { log, builds: !config.production, usesFormer: true })
}

interface Started {
  readonly config: Config
  readonly port: number
  readonly open: OpenPlatform
}

/** The plugins that have a part for browsers only. */
function clientOnly({ composition, services: { streamBuild } }: OpenPlatform['platform']): readonly string[] {
  const onServer = new Set(composition.plugins.map(({ name }) => name))
  const only = streamBuild.parts.filter(({ plugin }) => !onServer.has(plugin))
  return only.length === 0 ? [] : [`  client   ${only.map(nameAndVersion).join(', ')}`]
}

const nameAndVersion = ({ plugin, version }: { readonly plugin: string; readonly version: string | null }) =>
  version === null ? plugin : `${plugin} ${version}`

async function announce({ config, port, open: { platform, notes } }: Started): Promise<void> {
  const lines = [
    `Listening on ${config.rootUrl}${config.rootUrl.endsWith(`:${port}`) ? '' : ` (port ${port})`}`,
    `  stores   ${platform.docstore.description}, ${platform.kvstore.description}`,
    `  mail     ${platform.services.mail.description}`,
    `  plugins  ${
      platform.composition.plugins
        .filter(({ core }) => !core)
        .map(({ name, version = null }) => nameAndVersion({ plugin: name, version }))
        .join(', ') || 'none'
    }`,
    ...clientOnly(platform),
    ...platform.disabled.map(({ name, reason }) => `  disabled ${name}: ${reason}`),
    ...notes.map(note => `  note     ${note}`),
  ]
  if (!(await isWebSetUpClosed(platform.services))) {
    lines.push(
      `  set-up   ${config.rootUrl}/admin/install#token=${await platform.services.setupToken.issue()}`,
      '           creates the first administrator; this link works once',
    )
  }
  const text = lines.join('\n')
  processTerminal().out(`${readsJson(process.stdout) ? jsonLine('info', text) : text}\n`)
}

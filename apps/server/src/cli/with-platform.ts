import { setFlagsFromString } from 'node:v8'
import { loadConfig, type Config } from '@platform/config'
import { createLog } from '../boot/log.ts'
import { openPlatform } from '../boot/open.ts'
import { loadPlugins } from '../plugins/load.ts'
import { readPluginList } from '../plugins/plugin-list.ts'
import { askServer, controlSocketPath } from './control-socket.ts'
import { runOperation } from './run-operation.ts'
import { processTerminal } from './terminal.ts'
import type { OperationName } from './operations/index.ts'

/** Runs an operation through the server that has the data open, or on the data itself when none has. */
export async function perform(name: OperationName, options: unknown): Promise<number> {
  const terminal = processTerminal()
  const config = loadConfig({ env: process.env, cwd: process.cwd() })
  const answered = await performInServer(config, name, options)
  if (answered !== null) return answered
  // A command in a process of its own may run for long: its young objects get no more room than loading it took.
  setFlagsFromString('--semi-space-growth-factor=1')
  const { members } = await loadPlugins(process.cwd(), await readPluginList(process.cwd(), config.pluginsJson))
  const { platform, close } = await openPlatform({ config, log: createLog('warn'), plugins: members })
  try {
    return await runOperation(platform, { name, options }, terminal)
  } finally {
    await close()
  }
}

/** Runs an operation through the server that has the embedded data open. @returns its exit code, or `null` when none has. */
export async function performInServer(config: Config, name: OperationName, options: unknown): Promise<number | null> {
  const terminal = processTerminal()
  const socket = controlSocketPath(config.docstoreUrl)
  return socket === null ? null : askServer(socket, { name, options, columns: terminal.columns }, terminal)
}

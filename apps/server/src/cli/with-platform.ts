import { loadConfig } from '@platform/config'
import { readPluginList } from '@platform/plugin-host'
import { loadPlugins } from '../main/load-plugins.ts'
import { openPlatform } from '../main/open.ts'
import { EXIT } from '../runtime/failure.ts'
import { createLog } from '../runtime/log.ts'
import { performInServer } from './ask-server.ts'
import type { OperationName } from './operations/index.ts'
import { requireStore } from './require-store.ts'
import { runOperation } from './run-operation.ts'
import { storeOutage } from './store-outage.ts'
import { interruptibleTerminal, processTerminal, type Terminal } from './terminal.ts'

/** Operations that may come before the first start of a server. */
const BEGINS_SITE: readonly OperationName[] = ['setup', 'users create']

/** Runs an operation in the server that has the embedded store open, else on a platform of this process. */
export async function perform(
  name: OperationName,
  options: unknown,
  terminal: Terminal = processTerminal(),
): Promise<number> {
  const config = loadConfig({ env: process.env, cwd: process.cwd() })
  const answered = await performInServer(config, name, options, terminal)
  if (answered !== null) return answered
  if (!BEGINS_SITE.includes(name)) requireStore(config)
  // A command that ended without a word would be a server that is not heard any more.
  using interruptible = interruptibleTerminal(terminal)
  const { plugins } = await loadPlugins(process.cwd(), await readPluginList(process.cwd(), config.pluginsJson), config)
  const { platform, close } = await openPlatform({ config, log: createLog('warn'), plugins })
  try {
    if (interruptible.interrupted) return EXIT.interrupted
    return await runOperation(platform.services, { name, options }, interruptible)
  } catch (error) {
    throw storeOutage(error)
  } finally {
    await close()
  }
}

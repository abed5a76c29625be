import { randomUUID } from 'node:crypto'
import { loadConfig } from '@platform/config'
import { readPluginList } from '@platform/plugin-host'
import { CORE_INDEXES } from '../composition/core-indexes.ts'
import { byCollection } from '../composition/indexes.ts'
import { createSettings } from '../features/settings/service.ts'
import { loadPlugins } from '../main/load-plugins.ts'
import { openStores } from '../main/stores.ts'
import { createPeers } from '../pubsub/peers.ts'
import { createRevisions } from '../pubsub/revisions.ts'
import { systemClock } from '../runtime/clock.ts'
import { createLog } from '../runtime/log.ts'
import { performInServer } from './ask-server.ts'
import { type ImportSource, loadThreads } from './operations/import-threads.ts'
import { storeOutage } from './store-outage.ts'
import { interruptibleTerminal } from './terminal.ts'

/** What to do when a store goes away. */
const AGAIN = 'Run the same command again when it does: the import goes on where it stopped'

/**
 * Imports a file of threads. Without a running server only the stores are opened, with the indexes that the core and
 * the plugins declare, because composing a platform takes a third of the time and half of the memory of a small import.
 */
export async function importIntoStores(source: ImportSource): Promise<number> {
  await using _file = 'problem' in source.file ? null : source.file
  const config = loadConfig({ env: process.env, cwd: process.cwd() })
  const answered = await performInServer(config, 'import threads', { file: source.path, json: source.json })
  if (answered !== null) return answered
  const log = createLog('warn')
  const { plugins } = await loadPlugins(process.cwd(), await readPluginList(process.cwd(), config.pluginsJson), config)
  const { docstore, kvstore, close } = await openStores({ config, log })
  const serverId = randomUUID()
  // Servers that do not hear the import any more read everything again.
  const peers = createPeers({ serverId, gone: config.kvstore.maxRetryTime })
  const revisions = createRevisions({
    serverId,
    peers,
    onError: error => log.error({ err: error }, 'a change could not be announced to the other servers'),
  })
  try {
    const indexes = [...CORE_INDEXES, ...plugins.flatMap(({ hooks }) => hooks.indexes ?? [])]
    await docstore.exclusively('migrations', hold =>
      docstore.reconcileIndexes(byCollection(indexes), { keepUndeclared: true, hold }),
    )
    await peers.connect(kvstore)
    await revisions.connect(kvstore)
    const settings = createSettings({ docstore, revisions, clock: systemClock })
    return await loadThreads({ docstore, revisions, clock: systemClock, settings }, source, interruptibleTerminal())
  } catch (error) {
    throw storeOutage(error, AGAIN)
  } finally {
    await revisions.close()
    await peers.close()
    await close()
  }
}

import { loadConfig } from '@platform/config'
import { connectDocstore } from '@platform/docstore'
import { readPluginList } from '@platform/plugin-host'
import { withModels } from '../composition/models.ts'
import { core } from '../main/core.ts'
import { loadPlugins } from '../main/load-plugins.ts'
import { performInServer } from './ask-server.ts'
import { migrateAndPrint, migrateOptions } from './operations/migrate.ts'
import { indexOptions, reconcileAndPrint, type StorePlace } from './operations/reconcile-indexes.ts'
import { requireStore } from './require-store.ts'
import { storeOutage } from './store-outage.ts'
import { processTerminal } from './terminal.ts'

/** `platform indexes`. */
export const printIndexes = (options: object): Promise<number> =>
  onStore('indexes', options, place => reconcileAndPrint(place, indexOptions.parse(options)))

/** `platform migrate`. */
export const migrate = (options: { readonly status?: boolean }): Promise<number> =>
  onStore('migrate', options, place => migrateAndPrint(place, migrateOptions.parse(options)))

/**
 * Runs an operation on the store. Without a running server only the store is opened, because composing a platform would
 * change what the operation reports.
 */
async function onStore(
  name: 'indexes' | 'migrate',
  options: { readonly status?: boolean },
  run: (place: StorePlace) => Promise<number>,
): Promise<number> {
  const config = loadConfig({ env: process.env, cwd: process.cwd() })
  const answered = await performInServer(config, name, options)
  if (answered !== null) return answered
  // Only what a server would make when it starts may make the store.
  if (name === 'indexes' || options.status) requireStore(config)
  const { plugins } = await loadPlugins(process.cwd(), await readPluginList(process.cwd(), config.pluginsJson), config)
  const terminal = processTerminal()
  const docstore = await connectDocstore(config.docstoreUrl, { log: () => {}, warn: line => terminal.err(`${line}\n`) })
  try {
    return await run({ docstore, plugins: [...core, ...plugins.map(withModels)], terminal })
  } catch (error) {
    throw storeOutage(error)
  } finally {
    await docstore.close()
  }
}

import { loadConfig } from '@platform/config'
import { connectDocstore } from '@platform/docstore'
import { readPluginList } from '@platform/plugin-host'
import { core } from '../main/core.ts'
import { loadPlugins } from '../main/load-plugins.ts'
import { performInServer } from './ask-server.ts'
import { indexOptions, reconcileAndPrint } from './operations/reconcile-indexes.ts'
import { processTerminal } from './terminal.ts'

/**
 * `platform indexes`. Without a running server only the store is opened, because composing a platform would reconcile
 * the indexes before the plan is printed.
 */
export async function printIndexes(options: object): Promise<number> {
  const config = loadConfig({ env: process.env, cwd: process.cwd() })
  const answered = await performInServer(config, 'indexes', options)
  if (answered !== null) return answered
  const { plugins } = await loadPlugins(process.cwd(), await readPluginList(process.cwd(), config.pluginsJson), config)
  const docstore = await connectDocstore(config.docstoreUrl)
  try {
    return await reconcileAndPrint(
      { docstore, plugins: [...core, ...plugins], terminal: processTerminal() },
      indexOptions.parse(options),
    )
  } finally {
    await docstore.close()
  }
}

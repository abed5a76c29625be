import { baseName } from '@platform/plugin-host'
import type { Services } from '@platform/plugin-sdk'
import type { Terminal } from '../terminal.ts'

/**
 * Warns of records of plugins that are not loaded, of which nobody knows what they say about a user. Each collection of
 * a model is named after its plugin, `bookmarks.marks`; no other collection has a dot, besides those of MongoDB itself.
 */
export async function warnOfUnloaded({ docstore, composition }: Services, terminal: Terminal): Promise<void> {
  const loaded = new Set(composition.plugins.map(({ name }) => baseName(name)))
  for (const name of (await docstore.collectionNames()).toSorted()) {
    const [plugin = '', model] = name.split('.')
    if (model === undefined || plugin === 'system' || loaded.has(plugin)) continue
    if (!(await docstore.collection(name).findOne({}))) continue
    terminal.err(
      `The plugin ${plugin} is not loaded: what its records (${name}) have about the user is neither exported nor ` +
        'erased. Run the command again with the plugin, or remove the collection\n',
    )
  }
}

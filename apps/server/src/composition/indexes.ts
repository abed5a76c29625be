import { type CollectionIndexes, DocstoreError } from '@platform/docstore'
import { CompositionError, type LoadedPlugin, label, type Problem, referenceTo } from '@platform/plugin-host'

/** Every index that the core features and the plugins declare, by collection. */
export function declaredIndexes(plugins: readonly LoadedPlugin[]): CollectionIndexes[] {
  const declared = Map.groupBy(
    plugins.flatMap(({ hooks }) => hooks.indexes ?? []),
    ({ collection }) => collection,
  )
  return [...declared].map(([collection, indexes]) => ({
    collection,
    indexes: indexes.map(({ collection: _, ...index }) => index),
  }))
}

/** Indexes of one collection that two plugins, or a plugin and the core, call alike. */
export function indexProblems(plugins: readonly LoadedPlugin[]): Problem[] {
  const taken = new Map<string, LoadedPlugin | null>()
  return plugins.flatMap(plugin =>
    (plugin.hooks.indexes ?? []).flatMap(({ collection, name }): Problem[] => {
      const at = `${collection}.${name}`
      const first = taken.get(at)
      if (first === undefined) taken.set(at, plugin.core ? null : plugin)
      return first === undefined ? [] : [clash(at, name, first, plugin)]
    }),
  )
}

function clash(at: string, name: string, first: LoadedPlugin | null, second: LoadedPlugin): Problem {
  const twice = first === second
  const message = twice
    ? `${label(second)} declares the index ${at} twice`
    : `${first ? label(first) : 'the core'} and ${label(second)} both declare the index ${at}`
  return {
    code: 'PLUGIN_CONFLICT',
    plugins: [...(first && !twice ? [first] : []), second].map(referenceTo),
    claim: 'index',
    at,
    message,
    fix: `give it another name in ${second.name}, one that begins with the plugin's own: ${second.name}_${name}`,
  }
}

/**
 * Has the store bring its indexes to what is declared.
 *
 * @throws CompositionError where the declaration of a plugin, or what is stored already, stands in the way of that plugin's index.
 */
export async function attributeIndexes(
  plugins: readonly LoadedPlugin[],
  reconcile: () => Promise<unknown>,
): Promise<void> {
  try {
    await reconcile()
  } catch (error) {
    const owners = error instanceof DocstoreError ? declaring(plugins, error.indexes) : []
    if (!(error instanceof DocstoreError) || owners.length === 0) throw error
    throw new CompositionError(
      [
        {
          code: 'PLUGIN_HOOK_FAILED',
          plugins: owners.map(referenceTo),
          hook: 'indexes',
          message: error.message,
          fix: `correct the index in ${owners.map(({ name }) => name).join(' or ')}, or what is stored; until then the server starts without the plugin by "settings": {"${owners[0]!.name}": {"onFailure": "disable"}} in plugins.json`,
        },
      ],
      { cause: error },
    )
  }
}

/** The plugins that declare one of these indexes. */
function declaring(plugins: readonly LoadedPlugin[], indexes: DocstoreError['indexes']): LoadedPlugin[] {
  return plugins.filter(
    ({ core, hooks }) =>
      !core &&
      (hooks.indexes ?? []).some(({ collection, name }) =>
        indexes.some(index => index.collection === collection && index.name === name),
      ),
  )
}

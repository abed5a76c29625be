import { type CollectionIndexes, DocstoreError } from '@platform/docstore'
import {
  CompositionError,
  correctOrDisable,
  type LoadedPlugin,
  label,
  type Problem,
  referenceTo,
} from '@platform/plugin-host'

/** An index with the name of its collection. */
export type DeclaredIndex = CollectionIndexes['indexes'][number] & { readonly collection: string }

/** Every index that the core features and the plugins declare, by collection. */
export function declaredIndexes(plugins: readonly LoadedPlugin[]): CollectionIndexes[] {
  return byCollection(plugins.flatMap(({ hooks }) => hooks.indexes ?? []))
}

/** Indexes by collection. */
export function byCollection(indexes: readonly DeclaredIndex[]): CollectionIndexes[] {
  const declared = Map.groupBy(indexes, ({ collection }) => collection)
  return [...declared].map(([collection, indexes]) => ({
    collection,
    indexes: indexes.map(({ collection: _, ...index }) => index),
  }))
}

/** Indexes of one collection with the same name, of two plugins, or of a plugin and the core. */
export function indexProblems(plugins: readonly LoadedPlugin[]): Problem[] {
  const owners = new Map<string, LoadedPlugin>()
  return plugins.flatMap(plugin =>
    (plugin.hooks.indexes ?? []).flatMap(({ collection, name }): Problem[] => {
      const at = `${collection}.${name}`
      const first = owners.get(at)
      if (first) return [conflict(at, name, first, plugin)]
      owners.set(at, plugin)
      return []
    }),
  )
}

function conflict(at: string, name: string, first: LoadedPlugin, second: LoadedPlugin): Problem {
  const twice = first === second
  const message = twice
    ? `${label(second)} declares the index ${at} twice`
    : `${first.core ? 'the core' : label(first)} and ${label(second)} both declare the index ${at}`
  return {
    code: 'PLUGIN_CONFLICT',
    plugins: [...(first.core || twice ? [] : [first]), second].map(referenceTo),
    claim: 'index',
    at,
    message,
    fix: `give it another name in ${second.name}, one that begins with the plugin's own: ${second.name}_${name}`,
  }
}

/**
 * Runs the reconciling of the store's indexes with the declared ones.
 *
 * @throws CompositionError when an index of a plugin can't be made, because of its declaration or of the stored data.
 */
export async function attributeIndexes(
  plugins: readonly LoadedPlugin[],
  reconcile: () => Promise<unknown>,
): Promise<void> {
  try {
    await reconcile()
  } catch (error) {
    const owners = error instanceof DocstoreError ? declaring(plugins, error.indexes) : []
    const [first] = owners
    if (!(error instanceof DocstoreError) || !first) throw error
    const names = owners.map(({ name }) => name).join(' or ')
    const problem: Problem = {
      code: 'PLUGIN_HOOK_FAILED',
      plugins: owners.map(referenceTo),
      hook: 'indexes',
      message: error.message,
      fix: correctOrDisable(`the index in ${names}, or what is stored`, first),
    }
    throw new CompositionError([problem], { cause: error })
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

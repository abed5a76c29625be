import { type Bulk, nextOf, noteFailure, runNext, runOperation } from './bulk.ts'
import type { CollectionStore } from './collection-store.ts'
import { shortly, writeLong } from './long-writes.ts'
import type { Target } from './write.ts'

/** How long the operations of a bulk write run until others may have a turn. Milliseconds. */
const SLICE = 20

/**
 * Does a bulk write without a session. What takes longer than a slice goes on in the next commit, and an operation that
 * looks at many rows is done as `writeLong` does it.
 */
export async function bulkInSteps(store: CollectionStore, collection: string, bulk: Bulk): Promise<void> {
  while (nextOf(bulk)) {
    const isLong = await store.write(undefined, collection, target => runSlice(target, bulk))
    const operation = nextOf(bulk)
    if (isLong && operation) await runLong(store, collection, { bulk, operation })
  }
}

/** Runs operations until the slice is over. `true` says that the next one looks at many rows. */
function runSlice(target: Target, bulk: Bulk): boolean {
  const end = performance.now() + SLICE
  for (let operation = nextOf(bulk); operation; operation = nextOf(bulk)) {
    const next = operation
    // Without a result the operation looked at too many rows.
    if (!shortly(target, counted => runNext(counted, bulk, next))) return true
    if (performance.now() > end) return false
  }
  return false
}

async function runLong(
  store: CollectionStore,
  collection: string,
  { bulk, operation }: { readonly bulk: Bulk; readonly operation: NonNullable<ReturnType<typeof nextOf>> },
): Promise<void> {
  const [one] = Object.values(operation) as { readonly filter: object }[]
  const isMany = 'updateMany' in operation || 'deleteMany' in operation
  const written = { collection, filter: one?.filter ?? {}, isMany }
  try {
    await writeLong(store, written, target => runOperation(target, operation, { ...bulk, index: bulk.next }))
  } catch (error) {
    noteFailure(bulk, error)
  }
  bulk.next += 1
}

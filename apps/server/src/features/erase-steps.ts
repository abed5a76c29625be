import type { Docstore } from '@platform/docstore'

/** How many documents one batch of an erasure changes at most. */
export const ERASE_BATCH = 100

/** How many documents one transaction of an erasure changes at most, because others can't write meanwhile. */
export const ERASE_TOGETHER = 20

/** Changes one batch of documents. @returns how many it changed; 0 when no document is left. */
export type EraseStep = (userId: string) => Promise<number>

/** Joins steps into one. A step runs when no document is left for the steps before it. */
export function inSteps(...steps: readonly EraseStep[]): EraseStep {
  return async userId => {
    for (const step of steps) {
      const changed = await step(userId)
      if (changed > 0) return changed
    }
    return 0
  }
}

/**
 * Removes a user's id from the decisions that the user made; the decisions stay.
 *
 * @param list the path of the list whose entries have `assigned_by`
 */
export function forgetDecider(docstore: Docstore, collection: string, list: string): EraseStep {
  const records = docstore.collection<{ id: string }>(collection)
  return async userId => {
    const batch = await records
      .find({ [`${list}.assigned_by`]: userId } as never, { limit: ERASE_BATCH, projection: { id: 1 } })
      .toArray()
    if (batch.length > 0)
      await records.updateMany(
        { id: { $in: batch.map(({ id }) => id) } },
        { $set: { [`${list}.$[own].assigned_by`]: null } } as never,
        { arrayFilters: [{ 'own.assigned_by': userId }] },
      )
    return batch.length
  }
}

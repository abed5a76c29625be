import type { Docstore } from '@platform/docstore'

/** Documents that one batch of an erasure changes. */
export const ERASE_BATCH = 100

/** Changes one batch of a kind of document. @returns how many it changed; 0 when there is none left. */
export type EraseStep = (userId: string) => Promise<number>

/** Steps as one: a later step begins when those before it find nothing. */
export function inSteps(...steps: readonly EraseStep[]): EraseStep {
  return async userId => {
    for (const step of steps) {
      const changed = await step(userId)
      if (changed > 0) return changed
    }
    return 0
  }
}

/** Decisions stay, who took them does not. `list` is where the documents name who decided. */
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

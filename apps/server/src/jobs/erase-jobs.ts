import type { Docstore, Filter } from '@platform/docstore'
import type { Job } from './model.ts'

/** How many jobs one batch has at most. */
const BATCH = 100

interface Named {
  readonly type: string
  readonly key: string
  readonly value: string
}

/**
 * Removes jobs of one type by a value of their payload, for a feature that erases the personal data of a user. A job
 * that is running ends by itself.
 *
 * @returns how many jobs it removed; 0 when none is left.
 */
export async function eraseJobs(docstore: Docstore, named: Named): Promise<number> {
  const batch = await batchOf(docstore, named)
  return batch ? (await docstore.collection<Job>('jobs').deleteMany(batch)).deletedCount : 0
}

/**
 * Puts `null` in the place of a value in the payload of jobs, whose work has to be done all the same.
 *
 * @returns how many jobs it changed; 0 when none is left.
 */
export async function clearInJobs(docstore: Docstore, named: Named): Promise<number> {
  const batch = await batchOf(docstore, named)
  const update = { $set: { [`payload.${named.key}`]: null } }
  return batch ? (await docstore.collection<Job>('jobs').updateMany(batch, update)).matchedCount : 0
}

/** A filter of some jobs that are not running and have the value. */
async function batchOf(docstore: Docstore, { type, key, value }: Named): Promise<Filter<Job> | null> {
  const state: Filter<Job>['state'] = { $in: ['waiting', 'dead'] }
  const batch = await docstore
    .collection<Job>('jobs')
    .find({ type, [`payload.${key}`]: value, state }, { limit: BATCH, projection: { id: 1 } })
    .toArray()
  return batch.length === 0 ? null : { id: { $in: batch.map(({ id }) => id) }, state }
}

import type { Docstore } from '@platform/docstore'
import type { Job } from './model.ts'

/** How many jobs one batch removes at most. */
const BATCH = 100

/**
 * Removes jobs of one type by a value of their payload, for a feature that erases the personal data of a user. A job
 * that is running ends by itself.
 *
 * @returns how many jobs it removed; 0 when none is left.
 */
export async function eraseJobs(
  docstore: Docstore,
  { type, key, value }: { readonly type: string; readonly key: string; readonly value: string },
): Promise<number> {
  const jobs = docstore.collection<Job>('jobs')
  const batch = await jobs
    .find(
      { type, [`payload.${key}`]: value, state: { $in: ['waiting', 'dead'] } },
      { limit: BATCH, projection: { id: 1 } },
    )
    .toArray()
  if (batch.length === 0) return 0
  const { deletedCount } = await jobs.deleteMany({
    id: { $in: batch.map(({ id }) => id) },
    state: { $in: ['waiting', 'dead'] },
  })
  return deletedCount
}

import type { Docstore } from '@platform/docstore'
import type { Clock } from '../runtime/clock.ts'
import type { Job } from './model.ts'

/**
 * Gives back what was in hand when a store was opened that only one process has open at a time: whoever held it is
 * gone. What they were killed in goes on at once, and counts as an attempt. With a shared store the holder may be
 * another server, so there leases have to run out.
 */
export async function takeOverJobs({ docstore, clock }: { docstore: Docstore; clock: Clock }): Promise<void> {
  if (docstore.kind !== 'sqlite') return
  const now = clock.now()
  await docstore
    .collection<Job>('jobs')
    .updateMany({ state: 'running' }, { $set: { state: 'waiting', lease: null, due_at: now, updated_at: now } })
}

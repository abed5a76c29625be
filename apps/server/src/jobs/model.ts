import type { CollectionIndexes } from '@platform/docstore'

/** A stored job. It is removed when it is done. */
export interface Job {
  readonly id: string
  readonly type: string
  /** Names the job: while a job with the same type and key is stored, no other is added. */
  readonly key?: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly state: 'waiting' | 'running' | 'dead'
  /** While the job waits, when it is due; while it runs, when its lease ends; `null` when it is dead. */
  readonly due_at: Date | null
  /** How many attempts have begun. */
  readonly attempts: number
  /** The lease of the server that runs the job. A server that holds another lease has lost the job. */
  readonly lease: string | null
  /** Why the last attempt failed. */
  readonly error: string | null
  readonly created_at: Date
  readonly updated_at: Date
  readonly dead_at?: Date
}

const SECONDS_A_DAY = 86_400

/** How long dead jobs are kept, so that an operator can list and retry them. */
const DEAD_FOR = 30 * SECONDS_A_DAY

export const jobIndexes: CollectionIndexes = {
  collection: 'jobs',
  indexes: [
    { name: 'id', keys: { id: 1 }, unique: true },
    { name: 'key', keys: { type: 1, key: 1 }, unique: true, partial: { key: { $exists: true } } },
    { name: 'due', keys: { type: 1, due_at: 1 } },
    { name: 'state', keys: { state: 1, updated_at: -1 } },
    { name: 'dead', keys: { dead_at: 1 }, expireAfterSeconds: DEAD_FOR },
  ],
}

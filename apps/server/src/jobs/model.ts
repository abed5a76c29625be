import type { CollectionIndexes } from '@platform/docstore'

/** Work that is to be done, kept until it is done. */
export interface Job {
  readonly id: string
  readonly type: string
  /** Names the work: while a job with the same type and key is kept, no other is added. */
  readonly key?: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly state: 'waiting' | 'running' | 'dead'
  /** When it may be taken: its turn while it waits, the end of its lease while it runs; `null` once it is dead. */
  readonly due_at: Date | null
  /** How often it was begun. */
  readonly attempts: number
  /** Proves to the one who runs it that it is still theirs. */
  readonly lease: string | null
  /** Why the last attempt failed. */
  readonly error: string | null
  readonly created_at: Date
  readonly updated_at: Date
  readonly dead_at?: Date
}

const SECONDS_A_DAY = 86_400

/** How long an operator can look at, or retry, what could not be done. */
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

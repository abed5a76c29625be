import type { DocstoreError } from '../errors.ts'
import { READ_DEADLINE } from '../read-deadline.ts'
import type { LongRead } from './long-read.ts'
import { planOf } from './plan.ts'
import { ReadsApart } from './read-apart.ts'
import type { CollectionSchema } from './schema.ts'

/** The threads of a store's long reads: one for lists and one for searches, so that no list waits for a search. */
export class LongReads {
  readonly #lists: ReadsApart
  readonly #searches: ReadsApart

  constructor(path: string, onDamage: (error: DocstoreError) => void) {
    this.#lists = new ReadsApart(path, onDamage)
    this.#searches = new ReadsApart(path, onDamage)
  }

  /** Does a read of a collection as `ReadsApart` does. No list waits for one that names no time, either. */
  run(read: LongRead, schema: CollectionSchema, milliseconds: number | undefined): Promise<unknown> {
    const isPatient = milliseconds === undefined || isSearch(read, schema)
    return (isPatient ? this.#searches : this.#lists).run(read, milliseconds ?? READ_DEADLINE)
  }

  async close(): Promise<void> {
    await Promise.all([this.#lists.close(), this.#searches.close()])
  }
}

/** Whether a read looks at documents in JavaScript, beside SQLite, and so may take seconds. */
function isSearch(read: LongRead, schema: CollectionSchema): boolean {
  if (read.kind === 'first of each') return false
  if (read.kind === 'distinct' || read.kind === 'aggregate') return true
  return planOf(schema, read.query).finish !== undefined
}

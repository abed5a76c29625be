import type { LongRead } from './long-read.ts'
import { planOf } from './plan.ts'
import { ReadsApart } from './read-apart.ts'
import type { CollectionSchema } from './schema.ts'

/** The threads of a store's long reads: one for lists and one for searches, so that no list waits for a search. */
export class LongReads {
  readonly #lists: ReadsApart
  readonly #searches: ReadsApart

  constructor(path: string) {
    this.#lists = new ReadsApart(path)
    this.#searches = new ReadsApart(path)
  }

  /** Does a read of a collection as `ReadsApart` does. */
  run(read: LongRead, schema: CollectionSchema, milliseconds: number): Promise<unknown> {
    return (isSearch(read, schema) ? this.#searches : this.#lists).run(read, milliseconds)
  }

  async close(): Promise<void> {
    await Promise.all([this.#lists.close(), this.#searches.close()])
  }
}

/** Whether a read looks at documents in JavaScript, beside SQLite, and so may take seconds. */
function isSearch(read: LongRead, schema: CollectionSchema): boolean {
  if (read.kind !== 'find' && read.kind !== 'count') return read.kind !== 'first of each'
  return planOf(schema, read.query).finish !== undefined
}

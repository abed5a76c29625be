import type { TransactionSession } from '../job-queue.ts'

/** A stored record, with the version of its model and the store's own id. */
export interface StoredRecord {
  readonly id: string
  readonly record_version?: number
  readonly [field: string]: unknown
}

interface Within {
  readonly session?: TransactionSession
}

interface Deadline {
  /** Milliseconds. */
  readonly maxTimeMS?: number
}

/** The methods of the document store's collections that models use. They are the same for every store. */
export interface RecordCollection {
  find(
    filter: object,
    options: Within & Deadline & { readonly sort?: object; readonly limit?: number; readonly skip?: number },
  ): { toArray(): Promise<StoredRecord[]> }
  findOne(filter: object, options?: Within): Promise<StoredRecord | null>
  insertOne(document: object, options?: Within): Promise<unknown>
  replaceOne(filter: object, replacement: object, options?: Within): Promise<unknown>
  deleteOne(filter: object, options?: Within): Promise<{ readonly deletedCount: number }>
  countDocuments(filter: object, options?: Within & Deadline): Promise<number>
}

/** The document store, as far as models use it. */
export interface RecordStore {
  collection(name: string): RecordCollection
  transaction<R>(work: (session: TransactionSession) => Promise<R>): Promise<R>
}

/** Finds the document store in the given services. @throws Error when they have none. */
export function storeOf(services: object, model: string): RecordStore {
  const store = (services as { readonly docstore?: RecordStore }).docstore
  if (typeof store?.collection === 'function') return store
  throw new Error(
    `The model ${model} needs the document store: give in() the services of a context, or name 'docstore' in the ` +
      'needs of the service',
  )
}

/**
 * Whether a store refused a record because another one has its values in a unique index. It is `isDuplicateKeyError` of
 * `@platform/docstore`, which the SDK does not depend on.
 */
export function isDuplicate(error: unknown): boolean {
  return (error as { readonly code?: unknown } | null)?.code === 11_000
}

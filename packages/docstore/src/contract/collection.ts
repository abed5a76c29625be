import type { Cursor, FindCursor } from './cursor.ts'
import type { Filter, PipelineStage, Projection, Sort, Update } from './filter.ts'
import type * as result from './results.ts'

/** A running transaction, given to operations as `{ session }`. */
export interface Session {
  inTransaction(): boolean
  /**
   * Calls `fn` once the transaction is committed, in the order of registration and before `transaction` resolves. It is
   * called once although the transaction was tried several times, and never when the transaction was rolled back, also
   * not when this process ended in between: what must not be lost belongs into a document of the transaction.
   * What `fn` throws, or what a promise it returns is rejected with, goes to the store's log and changes nothing,
   * because the documents are stored by then. Its promise is not waited for.
   *
   * @throws DocstoreError `DOCSTORE_SESSION_ENDED` when the transaction is over
   * @example
   * await docstore.transaction(async session => {
   *   await comments.insertOne(comment, { session })
   *   session.onCommit(() => events.publish('commentAdded', comment))
   * })
   */
  onCommit(fn: () => void): void
}

/** Options of every operation. */
export interface OperationOptions {
  readonly session?: Session
}

/** Options of `find`. */
export interface FindOptions extends OperationOptions {
  readonly projection?: Projection
  readonly sort?: Sort
  readonly skip?: number
  readonly limit?: number
}

/** Options of `updateOne`, `updateMany` and `replaceOne`. */
export interface UpdateOptions extends OperationOptions {
  /** Insert a document when none matches. */
  readonly upsert?: boolean
  /** Conditions for the `$[name]` parts of update paths. */
  readonly arrayFilters?: readonly Filter[]
}

/** Options of `findOneAndDelete`. */
export interface FindOneAndDeleteOptions extends OperationOptions {
  readonly projection?: Projection
  readonly sort?: Sort
}

/** Options of `findOneAndUpdate` and `findOneAndReplace`. */
export interface FindOneAndUpdateOptions extends FindOneAndDeleteOptions, UpdateOptions {
  /** Which version to return. Default `before`. */
  readonly returnDocument?: 'before' | 'after'
}

/** Options of `insertMany` and `bulkWrite`. */
export interface BulkOptions extends OperationOptions {
  /** Stop at the first failure. Default `true`. */
  readonly ordered?: boolean
}

/** One operation of `bulkWrite`. */
export type BulkOperation<T extends object> =
  | { readonly insertOne: { readonly document: InsertDocument<T> } }
  | { readonly updateOne: BulkUpdate<T> }
  | { readonly updateMany: BulkUpdate<T> }
  | {
      readonly replaceOne: {
        readonly filter: Filter<T>
        readonly replacement: InsertDocument<T>
        readonly upsert?: boolean
      }
    }
  | { readonly deleteOne: { readonly filter: Filter<T> } }
  | { readonly deleteMany: { readonly filter: Filter<T> } }

/** An update inside `bulkWrite`. */
export interface BulkUpdate<T extends object> {
  readonly filter: Filter<T>
  readonly update: Update<T>
  readonly upsert?: boolean
  readonly arrayFilters?: readonly Filter[]
}

/** A document to insert: `_id` may be left out, then it gets a UUID. */
export type InsertDocument<T extends object> = Omit<T, '_id'> & { readonly _id?: string | undefined }

/**
 * The part of the MongoDB driver's `Collection` that the platform uses, method for method. With `mongodb://` it is the
 * driver's collection. `undefined` anywhere in a filter throws `DOCSTORE_FILTER_UNDEFINED`; undefined properties of
 * documents and updates are dropped. A duplicate key throws a `DuplicateKeyError` (`code === 11000`).
 *
 * @example
 * const comments = docstore.collection<Comment>('comments')
 * const page = await comments.find({ asset_id, status: 'ACCEPTED' }).sort({ created_at: -1 }).limit(10).toArray()
 */
export interface Collection<T extends object> {
  readonly collectionName: string
  find(filter?: Filter<T>, options?: FindOptions): FindCursor<T>
  findOne(filter?: Filter<T>, options?: FindOptions): Promise<T | null>
  insertOne(document: InsertDocument<T>, options?: OperationOptions): Promise<result.InsertOneResult>
  insertMany(documents: readonly InsertDocument<T>[], options?: BulkOptions): Promise<result.InsertManyResult>
  updateOne(filter: Filter<T>, update: Update<T>, options?: UpdateOptions): Promise<result.UpdateResult>
  updateMany(filter: Filter<T>, update: Update<T>, options?: UpdateOptions): Promise<result.UpdateResult>
  replaceOne(filter: Filter<T>, replacement: InsertDocument<T>, options?: UpdateOptions): Promise<result.UpdateResult>
  findOneAndUpdate(filter: Filter<T>, update: Update<T>, options?: FindOneAndUpdateOptions): Promise<T | null>
  findOneAndReplace(
    filter: Filter<T>,
    replacement: InsertDocument<T>,
    options?: FindOneAndUpdateOptions,
  ): Promise<T | null>
  findOneAndDelete(filter: Filter<T>, options?: FindOneAndDeleteOptions): Promise<T | null>
  deleteOne(filter: Filter<T>, options?: OperationOptions): Promise<result.DeleteResult>
  deleteMany(filter: Filter<T>, options?: OperationOptions): Promise<result.DeleteResult>
  bulkWrite(operations: readonly BulkOperation<T>[], options?: BulkOptions): Promise<result.BulkWriteResult>
  countDocuments(filter?: Filter<T>, options?: FindOptions): Promise<number>
  estimatedDocumentCount(): Promise<number>
  distinct(path: string, filter?: Filter<T>, options?: OperationOptions): Promise<unknown[]>
  aggregate<R extends object = Record<string, unknown>>(
    pipeline: readonly PipelineStage[],
    options?: OperationOptions,
  ): Cursor<R>
}

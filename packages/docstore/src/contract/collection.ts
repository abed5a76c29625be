import type { Cursor, FindCursor } from './cursor.ts'
import type { Filter, PipelineStage, Projection, Sort, Update } from './filter.ts'
import type * as result from './results.ts'

/**
 * A running transaction, given to operations as `{ session }`.
 *
 * @example
 * const announce = (session: Session) => session.onCommit(() => console.log('stored'))
 */
export interface Session {
  inTransaction(): boolean
  /**
   * Calls `fn` after the transaction is committed, in the order of registration and before `transaction` resolves. It
   * is called once, also when the transaction was tried several times, and never when the transaction was rolled back.
   * When the process ends directly after the commit, `fn` is not called; store work that must not be lost in a document
   * of the transaction. An error of `fn`, or of the promise that it returns, is written to the store's log, because the
   * documents are stored by then. `transaction` does not wait for that promise.
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

/**
 * Options of every operation.
 *
 * @example
 * const options: OperationOptions = { session }
 */
export interface OperationOptions {
  readonly session?: Session
}

/**
 * Options of reads.
 *
 * @example
 * const options: ReadOptions = { maxTimeMS: 5_000 }
 */
export interface ReadOptions extends OperationOptions {
  /**
   * The longest that the read may take, 30 seconds without it; up to `LONGEST_READ`. Then it fails with an error that
   * `isReadTooLong` recognises. When a read has looked at a thousand rows, has got a megabyte, or is one that always
   * looks at many documents or repeats in a pattern, the embedded store does it in a thread of its own, so that
   * others are answered meanwhile; not within a transaction. With a time of its own all its results are read
   * together; without one, those that are read one by one have no deadline.
   */
  readonly maxTimeMS?: number
}

/**
 * Options of `find`.
 *
 * @example
 * const options: FindOptions = { sort: { created_at: -1 }, limit: 10 }
 */
export interface FindOptions extends ReadOptions {
  readonly projection?: Projection
  readonly sort?: Sort
  readonly skip?: number
  readonly limit?: number
}

/**
 * Options of `updateOne`, `updateMany` and `replaceOne`.
 *
 * @example
 * const options: UpdateOptions = { upsert: true }
 */
export interface UpdateOptions extends OperationOptions {
  /** Inserts a document when none matches. */
  readonly upsert?: boolean
  /** Conditions for the parts `$[name]` of update paths. */
  readonly arrayFilters?: readonly Filter[]
}

/**
 * Options of `findOneAndDelete`.
 *
 * @example
 * const options: FindOneAndDeleteOptions = { sort: { created_at: 1 } }
 */
export interface FindOneAndDeleteOptions extends OperationOptions {
  readonly projection?: Projection
  readonly sort?: Sort
}

/**
 * Options of `findOneAndUpdate` and `findOneAndReplace`.
 *
 * @example
 * const options: FindOneAndUpdateOptions = { returnDocument: 'after' }
 */
export interface FindOneAndUpdateOptions extends FindOneAndDeleteOptions, UpdateOptions {
  /** The version of the document to return. @defaultValue 'before' */
  readonly returnDocument?: 'before' | 'after'
}

/**
 * Options of `insertMany` and `bulkWrite`.
 *
 * @example
 * const options: BulkOptions = { ordered: false }
 */
export interface BulkOptions extends OperationOptions {
  /** Stops at the first failure. @defaultValue true */
  readonly ordered?: boolean
}

/**
 * One operation of `bulkWrite`.
 *
 * @example
 * const insert: BulkOperation<Comment> = { insertOne: { document: comment } }
 */
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

/**
 * An update inside `bulkWrite`.
 *
 * @example
 * const close: BulkUpdate<Asset> = { filter: { id }, update: { $set: { closedAt: new Date() } } }
 */
export interface BulkUpdate<T extends object> {
  readonly filter: Filter<T>
  readonly update: Update<T>
  readonly upsert?: boolean
  readonly arrayFilters?: readonly Filter[]
}

/**
 * A document to insert. Without an `_id` it gets a UUID.
 *
 * @example
 * const comment: InsertDocument<Comment> = { asset_id: 'a', body: 'Hello', created_at: new Date() }
 */
export type InsertDocument<T extends object> = Omit<T, '_id'> & { readonly _id?: string | undefined }

/**
 * The methods of the MongoDB driver's `Collection` that the platform uses. With `mongodb://` it is the driver's own
 * collection. `undefined` anywhere in a filter throws `DOCSTORE_FILTER_UNDEFINED`; undefined properties of
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
  distinct(path: string, filter?: Filter<T>, options?: ReadOptions): Promise<unknown[]>
  aggregate<R extends object = Record<string, unknown>>(
    pipeline: readonly PipelineStage[],
    options?: ReadOptions,
  ): Cursor<R>
}

/**
 * The code of a {@link DocstoreError}.
 *
 * @example
 * const mayRetry = (code: DocstoreErrorCode) => code === 'DOCSTORE_BUSY' || code === 'DOCSTORE_UNAVAILABLE'
 */
export type DocstoreErrorCode =
  | 'DOCSTORE_URL_INVALID'
  | 'DOCSTORE_UNAVAILABLE'
  | 'DOCSTORE_LOCKED'
  | 'DOCSTORE_LOCK_LOST'
  | 'DOCSTORE_UNWRITABLE'
  | 'DOCSTORE_FORMAT_UNKNOWN'
  | 'DOCSTORE_DAMAGED'
  | 'DOCSTORE_LOG_FOREIGN'
  | 'DOCSTORE_BACKUP_REFUSED'
  | 'DOCSTORE_CLOSED'
  | 'DOCSTORE_BUSY'
  | 'DOCSTORE_WRITE_FAILED'
  | 'DOCSTORE_FILTER_INVALID'
  | 'DOCSTORE_FILTER_UNDEFINED'
  | 'DOCSTORE_UPDATE_INVALID'
  | 'DOCSTORE_DOCUMENT_INVALID'
  | 'DOCSTORE_UPSERT_NEEDS_ID'
  | 'DOCSTORE_INDEX_INVALID'
  | 'DOCSTORE_INDEX_DUPLICATES'
  | 'DOCSTORE_SESSION_ENDED'
  | 'DOCSTORE_SESSION_MISSING'
  | 'DOCSTORE_TRANSACTION_TIMEOUT'
  | 'DOCSTORE_READ_TOO_LONG'
  | 'DOCSTORE_CURSOR_ENDED'

/**
 * An error of the document store. Its message is one line without credentials.
 *
 * @example
 * if (error instanceof DocstoreError && error.code === 'DOCSTORE_LOCKED') console.error(error.message)
 */
export class DocstoreError extends Error {
  readonly code: DocstoreErrorCode
  /** The indexes that the error is about; empty for most errors. */
  readonly indexes: readonly IndexReference[]

  constructor(code: DocstoreErrorCode, message: string, { indexes = [], ...options }: DocstoreErrorOptions = {}) {
    super(message, options)
    this.name = 'DocstoreError'
    this.code = code
    this.indexes = indexes
  }
}

/** The name of an index and of its collection. */
export interface IndexReference {
  readonly collection: string
  readonly name: string
}

export interface DocstoreErrorOptions extends ErrorOptions {
  readonly indexes?: readonly IndexReference[]
}

/**
 * The error of a write that violates a unique index. Both stores throw it in this shape.
 *
 * @example
 * const field = (error: DuplicateKeyError) => Object.keys(error.keyPattern ?? {})[0]
 */
export interface DuplicateKeyError extends Error {
  readonly code: 11000
  /** The keys of the violated index; missing for bulk operations of MongoDB. */
  readonly keyPattern?: Readonly<Record<string, number>>
  /** The values that another document has already. */
  readonly keyValue?: Readonly<Record<string, unknown>>
}

/**
 * Says whether a write failed because another document has the same unique key.
 *
 * @example
 * try { await users.insertOne(user) } catch (error) {
 *   if (isDuplicateKeyError(error) && error.keyPattern?.email) throw new EmailTaken()
 *   throw error
 * }
 */
export function isDuplicateKeyError(error: unknown): error is DuplicateKeyError {
  return error instanceof Error && 'code' in error && error.code === 11000
}

/** The code of a MongoDB server for an operation that took longer than its `maxTimeMS`. */
const MAX_TIME_EXPIRED = 50

/**
 * Says whether a read was given up, because it took longer than its `maxTimeMS`, or too much memory. The same read
 * would fail again.
 *
 * @example
 * try { return await users.find(filter, { maxTimeMS: 5_000 }).toArray() } catch (error) {
 *   if (isReadTooLong(error)) throw new AskForLess()
 *   throw error
 * }
 */
export function isReadTooLong(error: unknown): boolean {
  if (error instanceof DocstoreError) return error.code === 'DOCSTORE_READ_TOO_LONG'
  return error instanceof Error && 'code' in error && error.code === MAX_TIME_EXPIRED && !isLateWrite(error)
}

/** Whether MongoDB's servers took too long to store a write. It may be stored all the same. */
export function isLateWrite(error: Error): boolean {
  if (!('code' in error) || error.code !== MAX_TIME_EXPIRED) return false
  if (error.name === 'MongoWriteConcernError') return true
  return (
    'errorLabels' in error &&
    Array.isArray(error.errorLabels) &&
    error.errorLabels.includes('UnknownTransactionCommitResult')
  )
}

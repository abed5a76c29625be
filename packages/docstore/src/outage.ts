import { DocstoreError, type DocstoreErrorCode, isLateWrite } from './errors.ts'
import { sqliteCode } from './sqlite/failure.ts'

const UNAVAILABLE: ReadonlySet<DocstoreErrorCode> = new Set([
  'DOCSTORE_UNAVAILABLE',
  'DOCSTORE_LOCKED',
  'DOCSTORE_UNWRITABLE',
  'DOCSTORE_DAMAGED',
  'DOCSTORE_CLOSED',
  'DOCSTORE_BUSY',
  'DOCSTORE_WRITE_FAILED',
  'DOCSTORE_TRANSACTION_TIMEOUT',
])

/** Errors of MongoDB's driver that say that no server could be asked. */
const DRIVER_ERRORS = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongoPoolClearedError',
  'MongoPoolClosedError',
  'MongoWaitQueueTimeoutError',
  'MongoNotConnectedError',
  'MongoClientClosedError',
  'MongoTopologyClosedError',
  'MongoOperationTimeoutError',
  'PoolClearedOnNetworkError',
])

/**
 * Codes of a MongoDB server that can't do just now what it is asked: it is no primary, is starting or stopping, its
 * disk is full, the other members do not answer, or it is a router that does not reach a shard.
 */
const SERVER_CODES = new Set([
  ...[6, 7, 64, 89, 91, 133, 134, 189, 262],
  ...[9_001, 10_107, 11_600, 11_602, 13_435, 13_436, 14_031],
])

/** Codes of a connection that broke. The driver gives such an error as it is when it writes to a half-closed one. */
const SOCKET_CODES: ReadonlySet<unknown> = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED'])

/** SQLite's codes for a file that can't be used: busy, read-only, a failing disk, damaged, a full disk, not opened. */
const SQLITE_CODES = new Set([5, 8, 10, 11, 13, 14])

/**
 * Whether an error means that the document store can't be used just now, so that the same request may succeed later.
 * Anything else is a mistake of the caller.
 *
 * @example
 * try { await comments.insertOne(comment) } catch (error) {
 *   if (isDocstoreOutage(error)) return answer(503)
 *   throw error
 * }
 */
export function isDocstoreOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DocstoreError) return UNAVAILABLE.has(error.code)
  const sqlite = sqliteCode(error)
  if (sqlite !== undefined) return SQLITE_CODES.has(sqlite)
  if (DRIVER_ERRORS.has(error.name)) return true
  // The driver wraps what keeps it from sending many writes.
  if (error.name === 'MongoBulkWriteError' && 'errorResponse' in error && error.errorResponse instanceof Error)
    return isDocstoreOutage(error.errorResponse)
  // Connections to other services break as well.
  if ('code' in error && SOCKET_CODES.has(error.code)) return /[\\/]mongodb[\\/]lib[\\/]/.test(error.stack ?? '')
  const isOfServer = error.name.startsWith('Mongo') && 'code' in error
  return isOfServer && typeof error.code === 'number' && (SERVER_CODES.has(error.code) || isLateWrite(error))
}

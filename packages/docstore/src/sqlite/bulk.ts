import type { BulkOperation } from '../contract/collection.ts'
import type { BulkWriteResult } from '../contract/results.ts'
import { DocstoreError, isDuplicateKeyError } from '../errors.ts'
import type { Doc } from './document.ts'
import { insertOne, remove, replaceRequest, type Target, update, updateRequest } from './write.ts'

/** One operation of a bulk write that failed. */
interface WriteError {
  readonly index: number
  readonly code: number
  readonly errmsg: string
}

type Counters = {
  -readonly [K in keyof BulkWriteResult]: BulkWriteResult[K] extends number ? number : Record<number, string>
}

/** A bulk write, and what of it is done. */
export interface Bulk {
  readonly operations: readonly BulkOperation<object>[]
  /** Whether it stops at the first operation that fails. */
  readonly ordered: boolean
  /** The number of the next operation. */
  next: number
  readonly result: Counters
  readonly failures: { readonly index: number; readonly error: unknown }[]
}

export function bulkOf(operations: readonly BulkOperation<object>[], ordered: boolean): Bulk {
  if (operations.length === 0)
    throw new DocstoreError('DOCSTORE_DOCUMENT_INVALID', 'A bulk write needs at least one operation')
  const result = {
    insertedCount: 0,
    matchedCount: 0,
    modifiedCount: 0,
    deletedCount: 0,
    upsertedCount: 0,
    insertedIds: {},
    upsertedIds: {},
  }
  return { operations, ordered, next: 0, result, failures: [] }
}

/** The operation that comes next; nothing when the bulk write is done. */
export function nextOf({ operations, ordered, next, failures }: Bulk): BulkOperation<object> | undefined {
  return ordered && failures.length > 0 ? undefined : operations[next]
}

/** Runs the next operation. */
export function runNext(target: Target, bulk: Bulk, operation: BulkOperation<object>): void {
  try {
    // A change of several documents needs a savepoint. A failed change of one document undoes itself.
    if ('updateMany' in operation || 'deleteMany' in operation)
      target.connection.savepoint('step', () => runOperation(target, operation, { ...bulk, index: bulk.next }))
    else runOperation(target, operation, { ...bulk, index: bulk.next })
  } catch (error) {
    noteFailure(bulk, error)
  }
  bulk.next += 1
}

/** Notes a duplicate key, which concerns the next operation alone; other errors end the bulk write. */
export function noteFailure({ failures, next }: Bulk, error: unknown): void {
  if (!isDuplicateKeyError(error)) throw error
  failures.push({ index: next, error })
}

export function runOperation(
  target: Target,
  operation: BulkOperation<object>,
  to: { readonly index: number; readonly result: Counters },
): void {
  const { index, result } = to
  if ('insertOne' in operation) {
    result.insertedIds[index] = insertOne(target, operation.insertOne.document as Doc)
    result.insertedCount += 1
  } else if ('deleteOne' in operation) {
    result.deletedCount += remove(target, operation.deleteOne.filter, 1)
  } else if ('deleteMany' in operation) {
    result.deletedCount += remove(target, operation.deleteMany.filter)
  } else {
    const updated = update(target, requestOf(operation))
    result.matchedCount += updated.matchedCount
    result.modifiedCount += updated.modifiedCount
    result.upsertedCount += updated.upsertedCount
    if (updated.upsertedId !== null) result.upsertedIds[index] = updated.upsertedId
  }
}

type Updating = Exclude<
  BulkOperation<object>,
  { insertOne: unknown } | { deleteOne: unknown } | { deleteMany: unknown }
>

function requestOf(operation: Updating): Parameters<typeof update>[1] {
  if ('replaceOne' in operation)
    return replaceRequest(operation.replaceOne.filter, operation.replaceOne.replacement as Doc, operation.replaceOne)
  const one = 'updateOne' in operation ? operation.updateOne : operation.updateMany
  return { ...updateRequest(one.filter, one.update, one), many: 'updateMany' in operation }
}

/** The error of a bulk write of which operations failed, in the shape of the driver's `MongoBulkWriteError`. */
export function bulkError({ failures, result }: Bulk): Error | undefined {
  if (failures.length === 0) return undefined
  const first = failures[0]?.error as Error
  const writeErrors = failures.map(
    ({ index, error }): WriteError => ({ index, code: 11000, errmsg: (error as Error).message }),
  )
  const { keyPattern, keyValue } = first as Error & { keyPattern?: object; keyValue?: object }
  return Object.assign(new Error(first.message, { cause: first }), {
    name: 'BulkWriteError',
    code: 11000,
    keyPattern,
    keyValue,
    writeErrors,
    result,
    insertedCount: result.insertedCount,
  })
}

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

/** The result of a bulk write, and its error when an operation failed. The operations before it are kept. */
export interface BulkOutcome {
  readonly result: BulkWriteResult
  readonly error?: Error
}

/** Runs operations one after another; `ordered` stops at the first that fails. */
export function bulkWrite(target: Target, operations: readonly BulkOperation<object>[], ordered: boolean): BulkOutcome {
  if (operations.length === 0)
    throw new DocstoreError('DOCSTORE_DOCUMENT_INVALID', 'A bulk write needs at least one operation')
  const result: Counters = {
    insertedCount: 0,
    matchedCount: 0,
    modifiedCount: 0,
    deletedCount: 0,
    upsertedCount: 0,
    insertedIds: {},
    upsertedIds: {},
  }
  const failures: { readonly index: number; readonly error: unknown }[] = []
  for (const [index, operation] of operations.entries()) {
    try {
      // A change of several documents needs a savepoint. A failed change of one document undoes itself.
      if ('updateMany' in operation || 'deleteMany' in operation)
        target.connection.savepoint('step', () => runOperation(target, operation, { index, result }))
      else runOperation(target, operation, { index, result })
    } catch (error) {
      // Only a duplicate key concerns this operation alone; other errors end the bulk write.
      if (!isDuplicateKeyError(error)) throw error
      failures.push({ index, error })
      if (ordered) break
    }
  }
  return failures.length === 0 ? { result } : { result, error: bulkError(failures, result) }
}

function runOperation(target: Target, operation: BulkOperation<object>, to: { index: number; result: Counters }): void {
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

/** Makes an error in the shape of the driver's `MongoBulkWriteError`. */
function bulkError(
  failures: readonly { readonly index: number; readonly error: unknown }[],
  result: BulkWriteResult,
): Error {
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

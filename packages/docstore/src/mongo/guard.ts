import type { AnyBulkWriteOperation, Collection, Document, FindOneAndUpdateOptions } from 'mongodb'
import { READ_DEADLINE } from '../read-deadline.ts'
import { refuseUnsafe, refuseUnsafeUpdate } from '../refuse.ts'
import { timedUUID } from '../timed-uuid.ts'
import { requireStatedId, statedId } from '../upsert-id.ts'

const READS = ['findOne', 'countDocuments'] as const
const DELETES = ['deleteOne', 'deleteMany', 'findOneAndDelete'] as const
const UPDATES = ['updateOne', 'updateMany', 'findOneAndUpdate'] as const
const REPLACEMENTS = ['replaceOne', 'findOneAndReplace'] as const

type Method = (...parameters: unknown[]) => unknown

/**
 * Wraps the driver's collection: its methods refuse `undefined` and scripts in filters. The driver itself would read
 * `{ author_id: undefined }` as `{}`, or as `null`.
 */
export function guarded(collection: Collection): Collection {
  intercept(collection, ['find'], checkRead)
  intercept(collection, READS, checkRead, true)
  intercept(collection, DELETES, checkFilter, true)
  intercept(
    collection,
    UPDATES,
    ([filter, update, options]) => {
      refuseUnsafe(filter)
      const { arrayFilters, upsert } = (options ?? {}) as { arrayFilters?: unknown; upsert?: boolean }
      refuseUnsafeUpdate(update as object, arrayFilters)
      return [filter, withUpsertId(filter as object, update as object, { upsert }), options]
    },
    true,
  )
  intercept(
    collection,
    REPLACEMENTS,
    ([filter, replacement, options]) => {
      refuseUnsafe(filter)
      if ((options as { upsert?: boolean } | undefined)?.upsert)
        requireStatedId(filter as object, replacement as object)
      return [filter, replacement, options]
    },
    true,
  )
  answerUpserts(collection)
  intercept(collection, ['aggregate'], checkRead)
  intercept(collection, ['distinct'], ([path, filter = {}, options]) => [path, ...checkRead([filter, options])], true)
  intercept(
    collection,
    ['bulkWrite'],
    ([operations, ...rest]) => [(operations as AnyBulkWriteOperation[]).map(checkOperation), ...rest],
    true,
  )
  return collection
}

function checkFilter(parameters: readonly unknown[]): unknown[] {
  refuseUnsafe(parameters[0])
  return [...parameters]
}

/**
 * A call without a filter means all documents, but `undefined` as a filter is a mistake. A read without a deadline gets
 * one, so that a server does not work on without end for a caller who is gone.
 */
function checkRead(parameters: readonly unknown[]): unknown[] {
  const [filter, options] = checkFilter(parameters.length === 0 ? [{}] : parameters)
  return [filter, { maxTimeMS: READ_DEADLINE, ...(options as object | undefined) }]
}

/** Puts a check before methods. A method that returns a promise rejects instead of throwing. */
function intercept(
  collection: Collection,
  names: readonly (keyof Collection)[],
  check: (parameters: readonly unknown[]) => unknown[],
  isPromised = false,
): void {
  for (const name of names) {
    const method = (collection[name] as Method).bind(collection)
    const value = isPromised
      ? async (...parameters: unknown[]) => method(...check(parameters))
      : (...parameters: unknown[]) => method(...check(parameters))
    Object.defineProperty(collection, name, { value, configurable: true })
  }
}

/**
 * Lets an upsert that asks for the document afterwards answer it. A server that is compatible with MongoDB may answer
 * nothing when others store the same document at this moment.
 */
function answerUpserts(collection: Collection): void {
  const findOneAndUpdate = collection.findOneAndUpdate as Method
  const value = async (filter: object, update: object, options: FindOneAndUpdateOptions = {}) => {
    const found = await findOneAndUpdate(filter, update, options)
    if (found !== null || !options.upsert || options.returnDocument !== 'after') return found
    const { session, projection } = options
    return collection.findOne(filter, { ...(session ? { session } : {}), ...(projection ? { projection } : {}) })
  }
  Object.defineProperty(collection, 'findOneAndUpdate', { value, configurable: true })
}

/** Gives an upsert a string as `_id`, as an insert has. */
function withUpsertId(filter: object, update: object, options: { upsert?: boolean | undefined } | undefined): object {
  if (!options?.upsert) return update
  if (Array.isArray(update)) {
    requireStatedId(filter, {})
    return update
  }
  if (statedId(filter, update) !== undefined) return update
  const { $setOnInsert } = update as { $setOnInsert?: Document }
  return { ...update, $setOnInsert: { ...$setOnInsert, _id: timedUUID() } }
}

function checkOperation(operation: AnyBulkWriteOperation): AnyBulkWriteOperation {
  const [name, request] = Object.entries(operation)[0] as [
    string,
    { filter?: object; update?: object; replacement?: object; upsert?: boolean; arrayFilters?: unknown },
  ]
  if (!('filter' in request)) return operation
  refuseUnsafe(request.filter)
  const { filter = {}, update, replacement } = request
  if (replacement && request.upsert) requireStatedId(filter, replacement)
  if (!update) return operation
  refuseUnsafeUpdate(update, request.arrayFilters)
  return { [name]: { ...request, update: withUpsertId(filter, update, request) } } as unknown as AnyBulkWriteOperation
}

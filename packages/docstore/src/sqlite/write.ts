import type { FindOneAndUpdateOptions, UpdateOptions } from '../contract/collection.ts'
import type { Sort, Update } from '../contract/filter.ts'
import type { UpdateResult } from '../contract/results.ts'
import { refuseUnsafeUpdate } from '../refuse.ts'
import { requireStatedId, statedId } from '../upsert-id.ts'
import type { Connection } from './connection.ts'
import { type Doc, decodeDocument } from './document.ts'
import type { StoredRow } from './plan.ts'
import { rowsOf } from './read.ts'
import { deleteRow, deleteRows, insertRow, rowKeys, updateRow, withId } from './rows.ts'
import type { CollectionSchema } from './schema.ts'
import { type Change, changeOf, replacementOf } from './update.ts'

/** The collection of a write, and its connection. */
export interface Target {
  readonly connection: Connection
  readonly schema: CollectionSchema
}

/** A changed document, with its text before and after. */
interface Changed {
  readonly before: string | undefined
  readonly after: string | undefined
}

export function insertOne({ connection, schema }: Target, document: Doc): string {
  const complete = withId(document)
  insertRow(connection, schema, complete)
  return complete._id
}

/** The documents to change, and the change. */
export interface UpdateRequest {
  readonly filter: object
  readonly change: Change
  readonly many?: boolean
  readonly upsert?: boolean | undefined
  readonly sort?: Sort | undefined
}

export function updateRequest(filter: object, update: Update<object>, options: UpdateOptions): UpdateRequest {
  refuseUnsafeUpdate(update, options.arrayFilters)
  if (options.upsert && Array.isArray(update)) requireStatedId(filter, {})
  return {
    filter,
    upsert: options.upsert,
    change: changeOf(update, { filter, arrayFilters: options.arrayFilters ?? [] }),
  }
}

/** Makes the request of a replacement. */
export function replaceRequest(filter: object, replacement: Doc, options: UpdateOptions): UpdateRequest {
  if (options.upsert) requireStatedId(filter, replacement)
  return {
    filter,
    upsert: options.upsert,
    change: {
      apply: document => replacementOf(replacement, document['_id']),
      seed: () => replacementOf(replacement, statedId(filter, replacement)),
    },
  }
}

export function update(target: Target, request: UpdateRequest): UpdateResult {
  const rows = [
    ...rowsOf(target.connection, target.schema, {
      filter: request.filter,
      sort: request.sort,
      ...(!request.many && { limit: 1 }),
    }),
  ]
  if (rows.length === 0 && request.upsert) {
    const upsertedId = insertOne(target, request.change.seed())
    return { acknowledged: true, matchedCount: 0, modifiedCount: 0, upsertedCount: 1, upsertedId }
  }
  const modified = rows.filter(row => changeRow(target, row, request.change) !== row.text)
  return {
    acknowledged: true,
    matchedCount: rows.length,
    modifiedCount: modified.length,
    upsertedCount: 0,
    upsertedId: null,
  }
}

/** Changes one document and returns its new text. */
function changeRow({ connection, schema }: Target, row: StoredRow, change: Change): string {
  const before = rowKeys(connection, schema, row.document)
  return updateRow(connection, schema, { rid: row.rid, text: row.text, before }, change.apply(row.document))
}

export function findAndUpdate(
  target: Target,
  request: UpdateRequest,
  returned: FindOneAndUpdateOptions['returnDocument'],
): Doc | null {
  const { before, after } = changeFirst(target, request)
  const text = returned === 'after' ? after : before
  return text === undefined ? null : decodeDocument(text)
}

function changeFirst(target: Target, request: UpdateRequest): Changed {
  const [row] = rowsOf(target.connection, target.schema, { filter: request.filter, sort: request.sort, limit: 1 })
  if (row) return { before: row.text, after: changeRow(target, row, request.change) }
  if (!request.upsert) return { before: undefined, after: undefined }
  const inserted = withId(request.change.seed())
  return { before: undefined, after: insertRow(target.connection, target.schema, inserted) }
}

export function findAndDelete(
  { connection, schema }: Target,
  query: { filter: object; sort?: Sort | undefined },
): Doc | null {
  const [row] = rowsOf(connection, schema, { ...query, limit: 1 })
  if (!row) return null
  deleteRow(connection, schema, row.rid)
  return row.document
}

/** Deletes the matching documents, all or the first, and returns their number. */
export function remove({ connection, schema }: Target, filter: object, limit?: number): number {
  const deleted = limit === undefined ? deleteRows(connection, schema, filter) : undefined
  if (deleted !== undefined) return deleted
  const rids = Array.from(rowsOf(connection, schema, { filter, limit }), row => row.rid)
  for (const rid of rids) deleteRow(connection, schema, rid)
  return rids.length
}

import type { FindOneAndUpdateOptions, UpdateOptions } from '../contract/collection.ts'
import type { Sort, Update } from '../contract/filter.ts'
import type { UpdateResult } from '../contract/results.ts'
import { refuseUnsafeUpdate } from '../refuse.ts'
import { requireStatedId, statedId } from '../upsert-id.ts'
import type { Connection } from './connection.ts'
import { type Doc, decodeDocument } from './document.ts'
import { matcherOf } from './matcher.ts'
import type { Query, StoredRow } from './plan.ts'
import { rowsAt, rowsOf } from './read.ts'
import { deleteRow, deleteRows, insertRow, rowKeys, updateRow, withId } from './rows.ts'
import type { CollectionSchema } from './schema.ts'
import { type Change, changeOf, replacementOf } from './update.ts'

/** The collection of a write, and its connection. */
export interface Target {
  readonly connection: Connection
  readonly schema: CollectionSchema
  /** Whether the rows that are looked at are counted, as `Connection.within` needs it. */
  readonly isCounted?: boolean | undefined
  /** The rows that a read has found. Those of them are written that match still. */
  readonly found?: readonly number[]
}

/** Is thrown by a write of one document, when that which a read has found for it has changed and doesn't match. */
export const CHANGED_MEANWHILE = new Error('the document that was found has changed')

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
  const rows = rowsToWrite(target, {
    filter: request.filter,
    sort: request.sort,
    ...(!request.many && { limit: 1 }),
  })
  if (rows.length === 0 && request.upsert && !target.found?.length) {
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

function rowsToWrite({ connection, schema, found, isCounted }: Target, query: Query): StoredRow[] {
  if (!found) return [...rowsOf(connection, schema, { ...query, isCounted })]
  const matches = matcherOf(query.filter)
  const rows = rowsAt(connection, schema, found).filter(({ document }) => matches(document))
  if (query.limit === 1 && rows.length < found.length) throw CHANGED_MEANWHILE
  return rows
}

/** The result of an update that was done in steps. */
export function together(steps: readonly UpdateResult[]): UpdateResult {
  return steps.reduce((sum, step) => ({
    ...step,
    matchedCount: sum.matchedCount + step.matchedCount,
    modifiedCount: sum.modifiedCount + step.modifiedCount,
  }))
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
  const [row] = rowsToWrite(target, { filter: request.filter, sort: request.sort, limit: 1 })
  if (row) return { before: row.text, after: changeRow(target, row, request.change) }
  if (!request.upsert) return { before: undefined, after: undefined }
  const inserted = withId(request.change.seed())
  return { before: undefined, after: insertRow(target.connection, target.schema, inserted) }
}

export function findAndDelete(target: Target, query: { filter: object; sort?: Sort | undefined }): Doc | null {
  const [row] = rowsToWrite(target, { ...query, limit: 1 })
  if (!row) return null
  deleteRow(target.connection, target.schema, row.rid)
  return row.document
}

/** Deletes the matching documents, all or the first, and returns their number. */
export function remove(target: Target, filter: object, limit?: number): number {
  const { connection, schema, found, isCounted } = target
  const isWhole = limit === undefined && !found
  const deleted = isWhole ? deleteRows(connection, schema, { filter, isCounted }) : undefined
  if (deleted !== undefined) return deleted
  const rows = rowsToWrite(target, { filter, limit })
  for (const { rid } of rows) deleteRow(connection, schema, rid)
  return rows.length
}

import type { SQLInputValue } from 'node:sqlite'
import { DocstoreError } from '../errors.ts'
import { timedUUID } from '../timed-uuid.ts'
import type { Connection } from './connection.ts'
import { type Doc, encodeDocument } from './document.ts'
import { duplicateKeyError, isUniqueViolation } from './duplicate.ts'
import { elementKeys } from './elements.ts'
import { isSameKey, type Key, keyOf } from './key.ts'
import { meetsArray, valueAt } from './path.ts'
import { planOf, type Query } from './plan.ts'
import type { CollectionSchema, PathColumn, StoredIndex } from './schema.ts'

/** The keys that are stored beside the text of a document: one for each column, and those of its elements. */
export interface RowKeys {
  readonly columns: readonly SQLInputValue[]
  readonly elements: readonly (readonly (readonly Key[])[])[]
}

/**
 * Inserts a document with its keys, and returns its text. When another document has a unique key, the insert is undone
 * step by step, because a savepoint for each document takes longer than the insert.
 */
export function insertRow(connection: Connection, schema: CollectionSchema, document: Doc): string {
  const text = encodeDocument(document)
  const keys = rowKeys(connection, schema, document)
  let rid: number | undefined
  try {
    rid = connection.run(statementsOf(schema).insert, [document['_id'] as string, text, ...keys.columns]).rowid
    insertElements(connection, schema, { rid, keys })
  } catch (error) {
    if (rid !== undefined && isUniqueViolation(error)) deleteRow(connection, schema, rid)
    throw isUniqueViolation(error) ? duplicateKeyError(connection, schema, document) : error
  }
  return text
}

/** A row that is about to change. */
export interface ChangingRow {
  readonly rid: number
  readonly text: string
  /** The keys before the change. */
  readonly before: RowKeys
}

/** Replaces a document and returns its text. Only changed columns are written. */
export function updateRow(connection: Connection, schema: CollectionSchema, row: ChangingRow, document: Doc): string {
  const text = encodeDocument(document)
  if (text === row.text) return text
  const keys = rowKeys(connection, schema, document)
  const changed = statementsOf(schema).columns.flatMap((column, index) =>
    isSameKey(keys.columns[index] as Key, row.before.columns[index] as Key)
      ? []
      : [{ column, value: keys.columns[index] as SQLInputValue }],
  )
  const assignments = ['doc = ?', ...changed.map(({ column }) => `${column} = ?`)].join(', ')
  connection.changes?.noteChange(schema, row.rid)
  const write = () =>
    connection.run(`UPDATE ${schema.table} SET ${assignments} WHERE rid = ?`, [
      text,
      ...changed.map(({ value }) => value),
      row.rid,
    ])
  try {
    if (JSON.stringify(keys.elements) === JSON.stringify(row.before.elements)) write()
    else
      connection.savepoint('change', () => {
        write()
        deleteElements(connection, schema, row.rid)
        insertElements(connection, schema, { rid: row.rid, keys })
      })
  } catch (error) {
    throw isUniqueViolation(error) ? duplicateKeyError(connection, schema, document) : error
  }
  return text
}

export function deleteRow(connection: Connection, schema: CollectionSchema, rid: number): void {
  connection.changes?.noteChange(schema, rid)
  connection.run(`DELETE FROM ${schema.table} WHERE rid = ?`, [rid])
  deleteElements(connection, schema, rid)
}

/** Deletes the matching documents in one statement; `undefined` when SQL can't decide the filter. */
export function deleteRows(
  connection: Connection,
  schema: CollectionSchema,
  query: Pick<Query, 'filter' | 'isCounted'>,
): number | undefined {
  const { sql, parameters, residual } = planOf(schema, query).where
  if (residual || schema.indexes.some(({ elements }) => elements)) return undefined
  connection.changes?.noteChange(schema)
  return connection.run(`DELETE FROM ${schema.table} WHERE ${sql}`, parameters).changes
}

/** Computes the keys of a document, and records the paths at which it has arrays. */
export function rowKeys(connection: Connection, schema: CollectionSchema, document: Doc): RowKeys {
  const { paths, covers, multikey } = statementsOf(schema)
  const columns: SQLInputValue[] = []
  for (const { path, parts } of paths) {
    const value = valueAt(document, parts)
    if ((value === undefined || Array.isArray(value)) && meetsArray(document, parts))
      noteArray(connection, schema, path)
    columns.push(keyOf(value))
  }
  for (const cover of covers) columns.push(cover.covers(document) ? 1 : 0)
  return { columns, elements: multikey.map(({ index }) => coveredKeys(index, document)) }
}

function coveredKeys(index: StoredIndex, document: Doc): Key[][] {
  return index.cover && !index.cover.covers(document) ? [] : elementKeys(index, document)
}

/** Records a path with an array. It writes each time, because the first write may have been rolled back. */
function noteArray(connection: Connection, schema: CollectionSchema, path: string): void {
  connection.run('INSERT OR IGNORE INTO platform_array_path (collection, path) VALUES (?, ?)', [schema.name, path])
  schema.arrayPaths.add(path)
}

/** Inserts the elements of a document into the tables of all, or some, multikey indexes. */
export function insertElements(
  connection: Connection,
  schema: CollectionSchema,
  row: { readonly rid: number; readonly keys: RowKeys; readonly only?: readonly StoredIndex[] },
): void {
  for (const [position, { index, insert }] of statementsOf(schema).multikey.entries()) {
    if (row.only && !row.only.includes(index)) continue
    for (const element of row.keys.elements[position] ?? []) connection.run(insert, [row.rid, ...element])
  }
}

function deleteElements(connection: Connection, schema: CollectionSchema, rid: number): void {
  for (const { elements } of schema.indexes)
    if (elements) connection.run(`DELETE FROM ${elements} WHERE rid = ?`, [rid])
}

/** The statements that write a row of a collection, made once. */
interface Statements {
  readonly paths: readonly PathColumn[]
  readonly covers: readonly NonNullable<StoredIndex['cover']>[]
  /** The columns that the statements write, in the order of `RowKeys.columns`. */
  readonly columns: readonly string[]
  readonly insert: string
  readonly multikey: readonly { readonly index: StoredIndex; readonly insert: string }[]
}

const statements = new WeakMap<CollectionSchema, Statements>()

export function statementsOf(schema: CollectionSchema): Statements {
  const known = statements.get(schema)
  if (known) return known
  const paths = [...schema.columns.values()].filter(({ path }) => path !== '_id')
  const covers = schema.indexes.flatMap(({ cover, elements }) => (cover && !elements ? [cover] : []))
  const columns = [...paths, ...covers].map(({ column }) => column)
  const insert =
    `INSERT INTO ${schema.table} (${['_id', 'doc', ...columns].join(', ')}) VALUES (?, ` +
    `?${', ?'.repeat(columns.length)})`
  const multikey = schema.indexes
    .filter(({ elements }) => elements)
    .map(index => ({ index, insert: `INSERT INTO ${index.elements} VALUES (?${', ?'.repeat(index.keys.length)})` }))
  const made = { paths, covers, columns, insert, multikey }
  statements.set(schema, made)
  return made
}

/**
 * Gives a document an `_id` when it has none: a UUID that grows with time, so that the index grows at its end.
 *
 * @throws DocstoreError `DOCSTORE_DOCUMENT_INVALID` when `_id` is not a string
 */
export function withId(document: Doc): Doc & { _id: string } {
  const id = document['_id']
  if (id === undefined) {
    const made = { _id: timedUUID() }
    // `made` comes a second time for a document with `_id: undefined`.
    return Object.hasOwn(document, '_id') ? { ...made, ...document, ...made } : { ...made, ...document }
  }
  if (typeof id === 'string') return document as Doc & { _id: string }
  throw new DocstoreError('DOCSTORE_DOCUMENT_INVALID', '_id is not a string')
}

import type { SQLInputValue } from 'node:sqlite'
import type { DuplicateKeyError } from '../errors.ts'
import type { Connection } from './connection.ts'
import type { Doc } from './document.ts'
import { elementKeys } from './elements.ts'
import { type Key, keyOf, valueOfKey } from './key.ts'
import { valueAt } from './path.ts'
import type { CollectionSchema, StoredIndex } from './schema.ts'

const CONSTRAINT_UNIQUE = 2067

export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === CONSTRAINT_UNIQUE
}

/** Makes the error for a document that violates a unique index, with that index and the values. */
export function duplicateKeyError(connection: Connection, schema: CollectionSchema, document: Doc): DuplicateKeyError {
  const unique = schema.indexes.filter(index => index.declaration.unique)
  const [index, keys] =
    unique
      .map(candidate => [candidate, takenKeys(connection, schema, { index: candidate, document })] as const)
      .find(([, taken]) => taken) ?? []
  const keyPattern = index ? index.declaration.keys : { _id: 1 as const }
  const keyValue =
    index && keys
      ? Object.fromEntries(index.keys.map(({ path }, position) => [path, valueOfKey(keys[position] as Key)]))
      : { _id: document['_id'] }
  const name = index ? index.declaration.name : '_id_'
  const error = new Error(
    `E11000 duplicate key error collection: ${schema.name} index: ${name} dup key: ${JSON.stringify(keyValue)}`,
  )
  return Object.assign(error, { name: 'DuplicateKeyError', code: 11000 as const, keyPattern, keyValue })
}

/** Finds the keys of this document in a unique index that another document has already. */
function takenKeys(
  connection: Connection,
  schema: CollectionSchema,
  { index, document }: { readonly index: StoredIndex; readonly document: Doc },
): readonly Key[] | undefined {
  if (index.cover && !index.cover.covers(document)) return undefined
  const id = document['_id'] as SQLInputValue
  if (index.elements) {
    const same = index.keys.map((_, position) => `k${position} = ?`).join(' AND ')
    const select =
      `SELECT 1 FROM ${index.elements} WHERE ${same} AND rid NOT IN (SELECT rid FROM ${schema.table} WHERE _id ` +
      '= ?)'
    return elementKeys(index, document).find(keys => connection.get(select, [...keys, id]))
  }
  const same = index.keys.map(({ path }) => `${schema.columns.get(path)?.column} = ?`).join(' AND ')
  const covered = index.cover ? ` AND ${index.cover.column} = 1` : ''
  const keys = index.keys.map(({ parts }) => keyOf(valueAt(document, parts)))
  return connection.get(`SELECT 1 FROM ${schema.table} WHERE ${same}${covered} AND _id <> ?`, [...keys, id]) && keys
}

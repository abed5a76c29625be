import { compareValues, isEqualValue } from './compare.ts'
import type { Connection } from './connection.ts'
import { decodeDocument } from './document.ts'
import { NULL_KEY } from './key.ts'
import { EMPTY, MISSING, valuesAt } from './path.ts'
import { planOf, selectOf } from './plan.ts'
import { isPresent, streamDocuments } from './read.ts'
import { answeringColumn, type CollectionSchema } from './schema.ts'

/** The query of `distinct`. */
interface DistinctQuery {
  readonly path: string
  readonly filter: object
}

/** Reads the distinct values at a path, in MongoDB's order. An array contributes its elements. */
export function distinctValues(connection: Connection, schema: CollectionSchema, query: DistinctQuery): unknown[] {
  if (!isPresent(connection, schema)) return []
  const found = new Map<unknown, unknown>()
  const others: unknown[] = []
  const parts = query.path.split('.')
  for (const document of candidates(connection, schema, query)) {
    for (const value of ownValues(document, parts)) {
      if (typeof value !== 'object' || value === null) found.set(value, value)
      else if (!others.some(other => isEqualValue(other, value))) others.push(value)
    }
  }
  return [...found.values(), ...others].sort(compareValues)
}

/** Yields documents that together have all values: with a column one document for each value, otherwise all. */
function* candidates(
  connection: Connection,
  schema: CollectionSchema,
  { path, filter }: DistinctQuery,
): Generator<object> {
  const column = answeringColumn(schema, path)?.column
  const plan = planOf(schema, { filter })
  if (column === undefined || plan.finish) return yield* streamDocuments(connection, schema, { filter })
  const valued = selectOf({ ...plan, orderBy: ` AND ${column} > ? GROUP BY ${column}` }, 'doc')
  for (const [text] of connection.iterate(valued, [...plan.parameters, NULL_KEY])) yield decodeDocument(text as string)
  // The column has one key for null, which is a value, and for a missing value, which is none.
  const empty = selectOf({ ...plan, orderBy: ` AND ${column} = ?` }, 'doc')
  for (const [text] of connection.iterate(empty, [...plan.parameters, NULL_KEY])) {
    const document = decodeDocument(text as string)
    yield document
    if (ownValues(document, path.split('.')).length > 0) return
  }
}

/** The values at a path. An array contributes its elements, but not itself. */
function ownValues(document: object, parts: readonly string[]): unknown[] {
  return valuesAt(document, parts, 'elements').filter(value => value !== MISSING && value !== EMPTY)
}

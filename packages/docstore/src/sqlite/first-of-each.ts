import type { SQLInputValue } from 'node:sqlite'
import type { FirstOfEachQuery } from '../contract/docstore.ts'
import type { Sort } from '../contract/filter.ts'
import { compareValues } from './compare.ts'
import { isComparable } from './comparison.ts'
import type { Connection } from './connection.ts'
import { type Doc, decodeDocument } from './document.ts'
import { keyOf } from './key.ts'
import { operatorsOf } from './operators.ts'
import { valueAt } from './path.ts'
import { LIMIT, orderOf, planOf, type Query } from './plan.ts'
import { projectionOf } from './project.ts'
import { isPresent, streamDocuments } from './read.ts'
import { TOO_MANY_ROWS } from './row-count.ts'
import { answeringColumn, type CollectionSchema } from './schema.ts'

/** A query, and whether the rows that are looked at are counted, as `Connection.within` needs it. */
export type GroupsQuery = FirstOfEachQuery<object> & Pick<Query, 'isCounted'>

/** Reads the first documents of each group, in the order of the groups' values. */
export function firstOfEachGroup(connection: Connection, schema: CollectionSchema, query: GroupsQuery): Doc[] {
  if (!isPresent(connection, schema) || query.limit < 1) return []
  const select = lateralSelect(schema, query)
  if (!select && query.isCounted) throw TOO_MANY_ROWS
  const documents = select
    ? connection.all(select.sql, select.parameters).map(([text]) => decodeDocument(text as string))
    : grouped(connection, schema, query)
  return documents.map(projectionOf(query.projection, query.filter))
}

/** Reads each group by one limited walk down the index, so that the size of a group does not matter. */
function lateralSelect(
  schema: CollectionSchema,
  query: GroupsQuery,
): { sql: string; parameters: SQLInputValue[] } | undefined {
  const { [query.by]: groups, ...others } = query.filter as Record<string, unknown>
  const values = valuesOf(groups)
  const column = answeringColumn(schema, query.by)?.column
  const rest = planOf(schema, { filter: others, isCounted: query.isCounted })
  const order = orderOf(schema, query.sort)
  if (!values || column === undefined || rest.finish || order === undefined) return undefined
  if (values.length === 0) return { sql: 'SELECT 1 WHERE 0', parameters: [] }
  const list = values.map(() => '(?)').join(', ')
  const walk = `SELECT rid FROM ${schema.table} WHERE ${column} = wanted.key AND ${rest.where.sql}${order} ${LIMIT}`
  return {
    sql: `WITH wanted(key) AS (VALUES ${list})
      SELECT row.doc FROM wanted CROSS JOIN ${schema.table} AS row
      WHERE row.rid IN (${walk}) ORDER BY wanted.key${continued(order)}`,
    parameters: [...values.map(keyOf), ...rest.parameters, query.limit],
  }
}

const continued = (order: string): string => order.replace(' ORDER BY ', ', ')

/** How many groups a query names. */
export function groupsIn({ filter, by }: FirstOfEachQuery<object>): number {
  return valuesOf((filter as Record<string, unknown>)[by])?.length ?? 0
}

/** Lists the values that the filter names for the field of the groups, each once. */
function valuesOf(condition: unknown): unknown[] | undefined {
  const [first, ...more] = operatorsOf(condition) ?? []
  if (!first || more.length > 0) return undefined
  const [operator, operand] = first
  const values = operator === '$in' && Array.isArray(operand) ? operand : operator === '$eq' ? [operand] : undefined
  if (!values?.every(isComparable)) return undefined
  return values.filter((value, index) => values.findIndex(other => compareValues(other, value) === 0) === index)
}

/** Reads all matching documents in order and counts them by group, for filters that SQL can't decide. */
function grouped(connection: Connection, schema: CollectionSchema, query: FirstOfEachQuery<object>): Doc[] {
  const parts = query.by.split('.')
  const sort: Sort = { [query.by]: 1, ...without(query.sort, query.by) }
  const kept: Doc[] = []
  let group: unknown
  let size = 0
  for (const document of streamDocuments(connection, schema, { filter: query.filter, sort })) {
    const value = valueAt(document, parts)
    size = size > 0 && compareValues(value, group) === 0 ? size + 1 : 1
    group = value
    if (size <= query.limit) kept.push(document)
  }
  return kept
}

function without(sort: Sort, path: string): Sort {
  return Object.fromEntries(Object.entries(sort).filter(([key]) => key !== path))
}

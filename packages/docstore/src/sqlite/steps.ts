import type { Connection } from './connection.ts'
import type { Doc } from './document.ts'
import { matcherOf } from './matcher.ts'
import { type Plan, planOf, type Query, selectOf } from './plan.ts'
import { requireLimit, requireSkip } from './query-options.ts'
import { isPresent, streamDocuments, streamRows } from './read.ts'
import type { CollectionSchema } from './schema.ts'

/** How many rows are looked at until others may have a turn. */
const STEP = 1_000

/**
 * Yields the documents of a query, each read when it is requested. Where every row of the collection is looked at,
 * because no index answers, it yields `null` after a number of rows: few of them may match.
 */
export function* streamInSteps(
  connection: Connection,
  schema: CollectionSchema,
  query: Query,
): Generator<Doc | null, void> {
  const { sort, skip, limit, ...whole } = query
  const plan = planOf(schema, whole)
  if (sort !== undefined || !isPresent(connection, schema) || !isScan(connection, plan))
    return yield* streamDocuments(connection, schema, query)
  let [toSkip, left] = [requireSkip(skip ?? 0), requireLimit(limit ?? 0)]
  const matches = plan.where.residual ? matcherOf(plan.where.residual) : () => true
  const [last] = connection.get(`SELECT max(rid) FROM ${schema.table}`) ?? []
  const step = { ...plan, where: { ...plan.where, sql: `rid > ? AND rid <= ? AND (${plan.where.sql})` } }
  for (let from = 0; from < Number(last); from += STEP) {
    const rows = streamRows(connection, selectOf(step, 'rid, doc'), {
      parameters: [from, from + STEP, ...plan.parameters],
    })
    for (const { document } of rows) {
      if (!matches(document) || toSkip-- > 0) continue
      yield document
      if (--left === 0) return
    }
    yield null
  }
}

/** Whether SQLite looks at all rows, in the order in which they were stored. */
function isScan(connection: Connection, plan: Plan): boolean {
  if (plan.orderBy !== '') return false
  const steps = Array.from(connection.iterate(`EXPLAIN QUERY PLAN ${selectOf(plan, 'rid, doc')}`, plan.parameters))
  const [first] = steps.map(row => String(row[3]))
  return first?.startsWith('SCAN ') === true && !first.includes(' USING ')
}

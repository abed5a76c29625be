import { channel } from 'node:diagnostics_channel'
import type { Connection } from './connection.ts'
import { type Doc, decodeDocument } from './document.ts'
import { type KeptRows, MOST_TOGETHER } from './kept.ts'
import { unquoted } from './name.ts'
import { type Plan, planOf, type Query, type StoredRow, selectOf, storedRow } from './plan.ts'
import { requireStageLimit } from './query-options.ts'
import { GOT } from './row-count.ts'
import type { CollectionSchema } from './schema.ts'

/** Is told, with the name of the collection, of each query that was answered without asking SQLite. */
const answeredFromKept = channel('platform:docstore:kept')

/** Says whether the collection has a table. Before the first write it has none. */
export function isPresent(connection: Connection, schema: CollectionSchema): boolean {
  if (schema.presence !== 'uncertain') return schema.presence === 'stored'
  const found = connection.get('SELECT 1 FROM sqlite_schema WHERE type = ? AND name = ?', [
    'table',
    unquoted(schema.table),
  ])
  // What a connection of committed data sees stays.
  if (found && connection.kept) schema.presence = 'stored'
  return found !== undefined
}

/** What a query finds where there is no table yet: nothing, if it can be asked. @throws DocstoreError if it can't */
function nothingFor(schema: CollectionSchema, query: Query): [] {
  planOf(schema, { ...query, isCounted: false }).finish?.([])
  return []
}

/** Reads the rows of a query. Read all of them without pause, because the statement stays open until then. */
export function rowsOf(connection: Connection, schema: CollectionSchema, query: Query): Iterable<StoredRow> {
  if (!isPresent(connection, schema)) return nothingFor(schema, query)
  return planRows(connection, planOf(schema, query))
}

/** Reads the numbers of the rows of a query. */
export function ridsOf(connection: Connection, schema: CollectionSchema, query: Query): number[] {
  if (!isPresent(connection, schema)) return nothingFor(schema, query)
  const plan = planOf(schema, query)
  if (plan.finish) return Array.from(planRows(connection, plan), ({ rid }) => rid)
  return Array.from(connection.iterate(selectOf(plan, 'rid'), plan.parameters), ([rid]) => rid as number)
}

/** Reads rows by their numbers, as far as there are such. */
export function rowsAt(connection: Connection, schema: CollectionSchema, rids: readonly number[]): StoredRow[] {
  const rows = readTexts(connection, { schema, sized: '1' }, rids)
  return rows.map(([rid, text]) => storedRow(rid as number, text as string))
}

function planRows(connection: Connection, plan: Plan): Iterable<StoredRow> {
  // Without further steps every row is needed; otherwise the first rows may be enough.
  if (plan.finish) return plan.finish(streamRows(connection, selectRows(plan), plan))
  const rows = connection.all(selectOf(plan, 'rid, doc'), plan.parameters)
  return rows.map(([rid, text]) => storedRow(rid as number, text as string))
}

/** Writes the statement for rows that are read when they are needed. */
function selectRows(plan: Plan): string {
  if (plan.orderBy === '' || plan.window !== '') return selectOf(plan, 'rid, doc')
  // SQLite sorts whole rows, and would keep all texts in memory. Without a limit it would forget the order.
  const found = `${selectOf(plan, CHOOSING_AS_WITH_TEXT)} LIMIT -1`
  return `SELECT whole.rid, doc FROM (${found}) AS found CROSS JOIN ${plan.table} AS whole ON whole.rid = found.rid`
}

/**
 * Naming the text makes SQLite choose the index, and so the order, that it has with the text itself. A row always has
 * an id, so the text is not looked up.
 */
const CHOOSING_AS_WITH_TEXT = 'rid, iif(rid IS NULL, doc, 0)'

function* streamRows(connection: Connection, select: string, plan: Pick<Plan, 'parameters'>): Generator<StoredRow> {
  for (const [rid, text] of connection.iterate(select, plan.parameters)) yield storedRow(rid as number, text as string)
}

/** Yields the rows that a query finds, each read when it is requested. */
export function* streamResults(
  connection: Connection,
  schema: CollectionSchema,
  query: Query,
): Generator<StoredRow, void> {
  if (!isPresent(connection, schema)) return void nothingFor(schema, query)
  const plan = planOf(schema, query)
  const rows = streamRows(connection, selectRows(plan), plan)
  yield* plan.finish ? plan.finish(rows) : rows
}

/** Yields the documents of a query, each read when it is requested. */
export function* streamDocuments(connection: Connection, schema: CollectionSchema, query: Query): Generator<Doc> {
  for (const row of streamResults(connection, schema, query)) yield row.document
}

/** The most fields that are read without the rest of their documents: each takes a step of its own. */
const FEW_FIELDS = 3

/**
 * Yields the documents of a query as they lie in the file, where their order does not matter. In the order of an index,
 * each of them may be somewhere else in the file. Where few fields are needed, documents may lack the others.
 */
export function* streamUnordered(
  connection: Connection,
  schema: CollectionSchema,
  { query, fields }: { readonly query: Query; readonly fields: ReadonlySet<string> | undefined },
): Generator<Doc> {
  const { sort, skip, limit } = query
  if (sort || skip || limit || !isPresent(connection, schema)) return yield* streamDocuments(connection, schema, query)
  const plan = planOf(schema, query)
  const { table } = schema
  const from = plan.where.sql === '1' ? table : `${table} WHERE rid IN (${selectOf(plan, 'rid')})`
  if (plan.finish) {
    for (const row of plan.finish(streamRows(connection, `SELECT rid, doc FROM ${from}`, plan))) yield row.document
    return
  }
  const names = fields && fields.size <= FEW_FIELDS ? [...fields] : undefined
  if (!names?.every(isPlainName)) {
    for (const [text] of connection.iterate(`SELECT doc FROM ${from}`, plan.parameters))
      yield decodeDocument(text as string)
    return
  }
  const columns = names.map(name => `doc -> '$.${name}'`).join(', ')
  for (const texts of connection.iterate(`SELECT ${columns || '1'} FROM ${from}`, plan.parameters))
    yield documentOf(names, texts)
}

/** Whether a field has the same name in the text of a document, and needs no quotes there. */
const isPlainName = (name: string): boolean => /^[a-z]\w*$/i.test(name)

function documentOf(names: readonly string[], texts: readonly unknown[]): Doc {
  const document: Doc = {}
  for (let index = 0; index < names.length; index += 1) {
    const text = texts[index]
    if (text !== null) document[names[index] as string] = decodeDocument(text as string)
  }
  return document
}

export function documentsOf(connection: Connection, schema: CollectionSchema, query: Query): Doc[] {
  if (!isPresent(connection, schema)) return nothingFor(schema, query)
  const kept = connection.kept?.rowsOf(schema)
  const named = kept?.named(query)
  if (named) {
    if (answeredFromKept.hasSubscribers) answeredFromKept.publish({ collection: schema.name })
    return named
  }
  const plan = planOf(schema, query)
  const sized = query.isCounted ? GOT : '1'
  if (plan.finish) return Array.from(planRows(connection, plan), row => row.document)
  const known = kept && keptDocuments(connection, kept, { plan, sized })
  if (known) return known
  const rows = connection.all(selectOf(plan, `${sized}, doc`), plan.parameters)
  return rows.map(([, text]) => decodeDocument(text as string))
}

/** Reads which rows match, and the texts of those that are not kept. Nothing when there are too many to keep. */
function keptDocuments(
  connection: Connection,
  kept: KeptRows,
  { plan, sized }: { readonly plan: Plan; readonly sized: string },
): Doc[] | undefined {
  const { schema } = kept
  const rows = connection.all(selectOf(plan, CHOOSING_AS_WITH_TEXT), plan.parameters)
  if (rows.length > MOST_TOGETHER) return undefined
  const rids = rows.map(([rid]) => rid as number)
  const documents = rids.map(rid => kept.copy(rid))
  const missing = rids.filter((_, i) => documents[i] === undefined)
  if (missing.length === 0) return documents as Doc[]
  const texts = readTexts(connection, { schema, sized }, missing)
  const read = new Map(texts.map(([rid, text]) => [rid as number, kept.add(rid as number, text as string)]))
  return rids.map((rid, i) => documents[i] ?? read.get(rid)).filter(document => document !== undefined)
}

function readTexts(
  connection: Connection,
  { schema: { table }, sized }: { readonly schema: CollectionSchema; readonly sized: string },
  rids: readonly number[],
) {
  const [only, ...others] = rids
  if (only !== undefined && others.length === 0)
    return connection.all(`SELECT rid, doc FROM ${table} WHERE rid = ?`, [only])
  return connection.all(`SELECT rid, doc FROM ${table} WHERE rid IN (SELECT value FROM json_each(?)) AND ${sized}`, [
    JSON.stringify(rids),
  ])
}

export function countOf(connection: Connection, schema: CollectionSchema, query: Query): number {
  // MongoDB counts by the stage `$limit`.
  if (query.limit !== undefined) requireStageLimit(query.limit)
  if (!isPresent(connection, schema)) return nothingFor(schema, query).length
  const plan = planOf(schema, query)
  if (!plan.finish) {
    const rows = selectOf(plan, plan.window ? '1' : 'count(*)')
    const [count] = connection.get(plan.window ? `SELECT count(*) FROM (${rows})` : rows, plan.parameters) ?? []
    return count as number
  }
  let count = 0
  for (const _ of planRows(connection, plan)) count += 1
  return count
}

/** How SQLite answers a query. */
interface Explained {
  /** The plan in SQLite's own words. */
  readonly plan: string[]
  readonly usesIndex: boolean
  /** `true` when SQL does the whole query, and no rows are filtered or sorted afterwards. */
  readonly pushedDown: boolean
}

export function explainOf(connection: Connection, schema: CollectionSchema, query: Query): Explained {
  if (!isPresent(connection, schema)) return { plan: [], usesIndex: true, pushedDown: true }
  const plan = planOf(schema, query)
  // A statement runs first, because it makes SQLite read the newest statistics for the plan, which is then made anew.
  connection.get(`SELECT 1 FROM ${schema.table} LIMIT 1`)
  const explained = connection.iterate(`EXPLAIN QUERY PLAN ${selectOf(plan, 'rid, doc')}`, plan.parameters)
  const steps = Array.from(explained, row => String(row[3]))
  const scans = steps.filter(
    step => step.startsWith('SCAN ') && !step.startsWith('SCAN json_each') && !step.includes(' USING '),
  )
  return { plan: steps, usesIndex: scans.length === 0, pushedDown: plan.isPushedDown }
}

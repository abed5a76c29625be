import type { SQLInputValue } from 'node:sqlite'
import type { Sort } from '../contract/filter.ts'
import { documentOrder } from './compare.ts'
import { type Doc, decodeDocument } from './document.ts'
import { elementWalk } from './element-walk.ts'
import { matcherOf } from './matcher.ts'
import { hasRepetition, usesLibrary } from './patterns.ts'
import { requireLimit, requireSkip, requireSort } from './query-options.ts'
import { GOT, LOOKED_AT, READ_BY_JAVASCRIPT, TOO_MANY_ROWS } from './row-count.ts'
import { answeringColumn, type CollectionSchema } from './schema.ts'
import { type Where, whereOf } from './where.ts'

/** A query, in the terms of the driver. */
export interface Query {
  readonly filter: object
  readonly sort?: Sort | undefined
  readonly skip?: number | undefined
  readonly limit?: number | undefined
  /** Whether the rows that are looked at are counted, as `Connection.within` needs it. */
  readonly isCounted?: boolean | undefined
}

/**
 * A limit that is bound. SQLite prepares a statement anew each time a limit is bound that is a parameter alone, in case
 * its plan depends on the value. That takes several times as long as to read a document.
 */
export const LIMIT = 'LIMIT ? + 0'

/** The plan of a query: its SQL, and the steps that follow on its rows. */
export interface Plan {
  /** The collection's own table, without a view or an index around it. */
  readonly table: string
  /** What the rows are selected from: the collection's table, alone or behind an index of elements. */
  readonly from: string
  readonly where: Where
  readonly orderBy: string
  /** The limit and offset, when SQL can count the matching rows. */
  readonly window: string
  readonly parameters: readonly SQLInputValue[]
  /** `true` when SQL does the whole query. */
  readonly isPushedDown: boolean
  /** Filters, sorts or counts rows when SQL can't; otherwise missing. */
  readonly finish?: (rows: Iterable<StoredRow>) => Iterable<StoredRow>
}

/** A row with its document. */
export interface StoredRow {
  readonly rid: number
  readonly text: string
  readonly document: Doc
}

export function planOf(schema: CollectionSchema, query: Query): Plan {
  const sort = query.sort && requireSort(query.sort)
  const limit = requireLimit(query.limit ?? 0)
  const skip = requireSkip(query.skip ?? 0)
  const walk = elementWalk(schema, { filter: query.filter, sort })
  const table = `main.${schema.table}`
  const from = walk?.from ?? schema.table
  const conditions = whereOf(schema, walk?.rest ?? query.filter)
  const orderBy = walk?.orderBy ?? orderOf(schema, sort)
  const where = query.isCounted ? countedIn(conditions, orderBy === undefined) : conditions
  const given = [...(walk?.parameters ?? []), ...where.parameters]
  if (orderBy !== undefined && !where.residual) {
    const isWindowed = limit !== Number.POSITIVE_INFINITY || skip > 0
    return {
      table,
      from,
      where,
      orderBy,
      window: isWindowed ? ` ${LIMIT} OFFSET ?` : '',
      parameters: isWindowed ? [...given, limit === Number.POSITIVE_INFINITY ? -1 : limit, skip] : given,
      isPushedDown: true,
    }
  }
  const order = orderBy === undefined ? documentOrder(sort ?? {}) : undefined
  return {
    table,
    from,
    where,
    orderBy: orderBy ?? '',
    window: '',
    parameters: given,
    isPushedDown: false,
    finish: rows => {
      // Its library is loaded by the first matcher, and a plan may be made in a thread that does not carry it out.
      const matching = where.residual ? filterRows(rows, matcherOf(where.residual)) : rows
      const inOrder = order && ((a: StoredRow, b: StoredRow) => order(a.document, b.document))
      return slice(inOrder ? firstOf(matching, inOrder, skip + limit) : matching, skip, limit)
    },
  }
}

/** How many rows beyond twice those that are needed are kept, so that they are not sorted often. */
const SPARE = 100

/** The beginning of a condition by an index of elements, whose rows are looked at, too. */
const ELEMENTS = /\(SELECT rid FROM (?:"[^"]*")+ WHERE /g

/** Counts each row before the other conditions. @throws TOO_MANY_ROWS for one that JavaScript may look at for long. */
function countedIn(where: Where, isSorted: boolean): Where {
  const { residual, sql } = where
  if (residual && (hasRepetition(residual) || usesLibrary(residual))) throw TOO_MANY_ROWS
  const counted = sql.replace(ELEMENTS, `$&${LOOKED_AT} AND `)
  const look = residual || isSorted ? `${READ_BY_JAVASCRIPT} AND ${GOT}` : LOOKED_AT
  return { ...where, sql: `${look} AND (${counted})` }
}

/** Writes the `SELECT <columns>` of a plan. */
export function selectOf(plan: Plan, columns: string): string {
  return `SELECT ${columns} FROM ${plan.from} WHERE ${plan.where.sql}${plan.orderBy}${plan.window}`
}

/** Writes the `ORDER BY` of a sort; `undefined` when columns can't give that order. */
export function orderOf(schema: CollectionSchema, sort: Sort | undefined): string | undefined {
  const terms: string[] = []
  for (const [path, direction] of Object.entries(sort ?? {})) {
    const column = answeringColumn(schema, path)?.column
    if (column === undefined) return undefined
    terms.push(direction === -1 ? `${column} DESC` : column)
  }
  return terms.length === 0 ? '' : ` ORDER BY ${terms.join(', ')}`
}

/** Makes a row whose document is parsed when it is first read. */
export function storedRow(rid: number, text: string): StoredRow {
  let document: Doc | undefined
  return {
    rid,
    text,
    get document() {
      document ??= decodeDocument(text)
      return document
    },
  }
}

function* filterRows(rows: Iterable<StoredRow>, matches: (document: Doc) => boolean): Generator<StoredRow> {
  for (const row of rows) if (matches(row.document)) yield row
}

/** The first in an order. No more of them are kept than twice that number, and some. */
export function firstOf<T>(all: Iterable<T>, order: (a: T, b: T) => number, count: number): T[] {
  const kept: T[] = []
  const sort = () => kept.sort(order)
  for (const one of all) {
    kept.push(one)
    if (kept.length >= 2 * count + SPARE) {
      sort()
      kept.length = count
    }
  }
  return sort()
}

function* slice(rows: Iterable<StoredRow>, skip: number, limit: number): Generator<StoredRow> {
  let position = 0
  for (const row of rows) {
    if (position >= skip) yield row
    position += 1
    if (position >= skip + limit) return
  }
}

import type { SQLInputValue } from 'node:sqlite'
import type { Sort } from '../contract/filter.ts'
import { compareColumn, isComparable } from './comparison.ts'
import { coveringIndexes } from './cover.ts'
import { operatorsOf } from './operators.ts'
import { answeringColumn, type CollectionSchema, type StoredIndex } from './schema.ts'

/** A walk down a multikey index, which meets the documents with one element. */
export interface ElementWalk {
  /** What the rows are selected from. Its parameters stand before those of the conditions. */
  readonly from: string
  readonly parameters: readonly SQLInputValue[]
  /** Missing when the index does not have the order of the sort. */
  readonly orderBy?: string
  /** The conditions of the filter that are left. */
  readonly rest: object
}

type Conditions = Readonly<Record<string, unknown>>

interface Asked {
  readonly filter: object
  readonly sort?: Sort | undefined
}

/**
 * Finds a multikey index whose first keys the filter names. Best is one whose next keys are the sort: by any other way
 * SQLite would look up every document with the element, and sort them all for one page. An index of which the filter
 * names more than the element is better than none, because it leaves out what other documents have the element.
 */
export function elementWalk(schema: CollectionSchema, { filter, sort = {} }: Asked): ElementWalk | undefined {
  const named = schema.indexes.filter(({ elements, keys }) => elements && Object.hasOwn(filter, keys[0]?.path ?? ''))
  if (named.length === 0) return undefined
  const covering = coveringIndexes(schema, filter)
  const walks = named.flatMap(index => {
    if (index.cover && !covering.includes(index)) return []
    return walkOf(schema, index, { filter: filter as Conditions, sort }) ?? []
  })
  return walks.find(({ orderBy }) => orderBy !== undefined) ?? walks[0]
}

function walkOf(
  schema: CollectionSchema,
  index: StoredIndex,
  { filter, sort }: { readonly filter: Conditions; readonly sort: Sort },
): ElementWalk | undefined {
  const [element, ...others] = index.keys
  // The other keys are the same for every element, so that each document is met once.
  if (!element || !others.every(({ path }) => answeringColumn(schema, path))) return undefined
  const open = index.keys.findIndex(({ path }) => !isOneValue(filter[path]))
  const named = open < 0 ? index.keys.length : open
  const orderBy = orderOf(index, named, sort)
  if (named < 1 || (orderBy === undefined && named < 2)) return undefined
  const conditions = index.keys.flatMap(({ path }, i) => conditionsOn(`k${i}`, filter[path]))
  const columns = index.keys.map((_, i) => `k${i}`).join(', ')
  const { [element.path]: _named, ...rest } = filter
  return {
    from:
      `(SELECT rid AS element_rid, ${columns} FROM ${index.elements} INDEXED BY ${index.sqlName} ` +
      `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}) CROSS JOIN ${schema.table} ON rid = element_rid`,
    parameters: conditions.flatMap(({ parameters }) => parameters),
    ...(orderBy === undefined ? {} : { orderBy }),
    rest,
  }
}

/** The `ORDER BY` of a sort by the keys behind those that the filter names; nothing when they have another order. */
function orderOf({ keys }: StoredIndex, named: number, sort: Sort): string | undefined {
  const order = Object.entries(sort)
  const following = keys.slice(named)
  if (order.length === 0) return undefined
  const isReversed = order[0]?.[1] !== following[0]?.direction
  const isSame = order.every(
    ([path, direction], i) => path === following[i]?.path && (direction !== following[i]?.direction) === isReversed,
  )
  if (!isSame) return undefined
  return ` ORDER BY ${order.map(([, direction], i) => `k${named + i}${direction === -1 ? ' DESC' : ''}`).join(', ')}`
}

/** Whether a condition is met by one value only, which is not null: a null equals a missing value, too. */
function isOneValue(condition: unknown): boolean {
  const operators = operatorsOf(condition) ?? []
  const [first] = operators
  if (!first || operators.length > 1) return false
  const [operator, operand] = first
  const value = operator === '$in' && Array.isArray(operand) && operand.length === 1 ? operand[0] : operand
  return (operator === '$eq' || operator === '$in') && value !== null && value !== undefined && isComparable(value)
}

function conditionsOn(column: string, condition: unknown) {
  if (condition === undefined) return []
  return (operatorsOf(condition) ?? []).flatMap(([operator, operand]) => {
    const compared = compareColumn(column, operator, operand)
    return compared?.exact ? [compared] : []
  })
}

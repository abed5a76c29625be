import type { SQLInputValue } from 'node:sqlite'
import { type Key, keyOf, NULL_KEY, TYPE_BOUNDS } from './key.ts'

/** A condition in SQL. It is true for every document that matches, and, when `exact`, for no other document. */
export interface Pushed {
  readonly sql: string
  readonly parameters: readonly SQLInputValue[]
  readonly exact: boolean
}

/** The most values of a list that are bound one by one. A longer list is bound as one JSON text. */
const LISTED = 4

const exactly = (sql: string, ...parameters: SQLInputValue[]): Pushed => ({ sql, parameters, exact: true })

/** Writes `column <operator> operand` in SQL; `undefined` when SQL can't express it. */
export function compareColumn(column: string, operator: string, operand: unknown): Pushed | undefined {
  switch (operator) {
    case '$eq':
      return isComparable(operand) ? exactly(`${column} = ?`, keyOf(operand)) : undefined
    case '$ne':
      return isComparable(operand) ? exactly(`${column} <> ?`, keyOf(operand)) : undefined
    case '$in':
      return Array.isArray(operand) ? among(column, 'IN', operand) : undefined
    case '$nin':
      return Array.isArray(operand) ? among(column, 'NOT IN', operand) : undefined
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return isComparable(operand) ? withinType(column, operator, operand) : undefined
    case '$exists':
      // A column has the same key for a missing value and for null.
      return operand ? undefined : { ...exactly(`${column} = ?`, NULL_KEY), exact: false }
    default:
      return undefined
  }
}

/** Says whether a value is a scalar, whose key can be compared in its place. The matcher decides about all others. */
export function isComparable(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value))
  if (typeof value === 'object') return value === null || (value instanceof Date && !Number.isNaN(value.getTime()))
  return typeof value === 'string' || typeof value === 'boolean'
}

function among(column: string, list: 'IN' | 'NOT IN', values: readonly unknown[]): Pushed | undefined {
  if (!values.every(isComparable)) return undefined
  if (values.length === 0) return exactly(list === 'IN' ? '0' : '1 = 1')
  // The text is the same for any number of values, so that the statement is prepared once.
  if (values.length > LISTED && values.every(isPlainText)) {
    return exactly(
      `${column} ${list} (SELECT value FROM json_each(?))`,
      JSON.stringify(values.map(value => value.toWellFormed())),
    )
  }
  return exactly(`${column} ${list} (${values.map(() => '?').join(', ')})`, ...values.map(keyOf))
}

function isPlainText(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0')
}

const SYMBOLS = { $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' } as const

/** MongoDB compares only values of the operand's type, so an open range is bounded by the keys of that type. */
function withinType(column: string, operator: keyof typeof SYMBOLS, operand: unknown): Pushed {
  if (operand === null) {
    return operator === '$gt' || operator === '$lt' ? exactly('0') : exactly(`${column} = ?`, NULL_KEY)
  }
  const compared = `${column} ${SYMBOLS[operator]} ?`
  const key = keyOf(operand)
  if (operator === '$gt' || operator === '$gte') {
    return exactly(`${compared} AND ${column} < ?`, key, boundsOf(operand).below)
  }
  const bounds = boundsOf(operand)
  return 'above' in bounds
    ? exactly(`${compared} AND ${column} > ?`, key, bounds.above)
    : exactly(`${compared} AND ${column} >= ?`, key, bounds.from)
}

function boundsOf(
  operand: unknown,
): { readonly above: Key; readonly below: Key } | { readonly from: Key; readonly below: Key } {
  if (operand instanceof Date) return TYPE_BOUNDS.date
  if (typeof operand === 'bigint') return TYPE_BOUNDS.number
  return TYPE_BOUNDS[typeof operand as 'number' | 'string' | 'boolean']
}

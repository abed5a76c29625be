import { invalidFilter } from './operands.ts'

/** Says whether a value passes. */
export type Test = (value: unknown) => boolean

const isInt = (value: unknown): boolean => Number.isInteger(value) && Math.abs(Number(value) + 0.5) < 2 ** 31
const isNumber = (value: unknown): boolean => typeof value === 'number'
const never = (): boolean => false

/** A type of MongoDB: its number and name, and the values of documents that have it. */
const TYPES: readonly (readonly [number, string, Test])[] = [
  // The driver writes a whole number as an `int` as long as it fits into 32 bits.
  [1, 'double', value => isNumber(value) && !isInt(value)],
  [2, 'string', value => typeof value === 'string'],
  [3, 'object', isObject],
  [4, 'array', value => Array.isArray(value)],
  [5, 'binData', never],
  [6, 'undefined', never],
  [7, 'objectId', never],
  [8, 'bool', value => typeof value === 'boolean'],
  [9, 'date', value => value instanceof Date],
  [10, 'null', value => value === null],
  [11, 'regex', never],
  [12, 'dbPointer', never],
  [13, 'javascript', never],
  [14, 'symbol', never],
  [15, 'javascriptWithScope', never],
  [16, 'int', isInt],
  [17, 'timestamp', never],
  [18, 'long', never],
  [19, 'decimal', never],
  [-1, 'minKey', never],
  [127, 'maxKey', never],
]

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}

/** Makes the test of `$type`. @throws DocstoreError `DOCSTORE_FILTER_INVALID` for a type that MongoDB does not have */
export function typeTest(given: unknown): Test {
  const asked = Array.isArray(given) ? (given as unknown[]) : [given]
  if (asked.length === 0) throw invalidFilter('$type needs at least one type')
  const tests = asked.map(type => {
    if (type === 'number') return isNumber
    const known = TYPES.find(([code, name]) => type === code || type === name)
    if (!known) throw invalidFilter(`${JSON.stringify(type) ?? String(type)} is no type that $type knows`)
    return known[2]
  })
  return value => tests.some(test => test(value))
}

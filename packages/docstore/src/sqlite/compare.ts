import type { Doc } from './document.ts'
import { EMPTY, MISSING, valueAt, valuesAt } from './path.ts'

/** The position of a type in MongoDB's order. A missing value equals `null`, and an empty array is below all values. */
export function typeRank(value: unknown): number {
  switch (typeof value) {
    case 'number':
    case 'bigint':
      return 2
    case 'string':
      return 3
    case 'boolean':
      return 8
    case 'object':
      if (value === null) return 1
      if (Array.isArray(value)) return 5
      if (value instanceof Date) return 9
      return value instanceof RegExp ? 11 : 4
    default:
      return 1
  }
}

/** Compares two values in MongoDB's order. */
export function compareValues(a: unknown, b: unknown): number {
  const rank = typeRank(a)
  const other = typeRank(b)
  if (rank !== other) return rank - other
  switch (rank) {
    case 1:
      return 0
    case 3:
      return compareStrings(a as string, b as string)
    case 4:
      return compareObjects(a as Doc, b as Doc)
    case 5:
      return compareArrays(a as unknown[], b as unknown[])
    case 11:
      return compareStrings(String(a), String(b))
    default:
      return compareNumbers(Number(a), Number(b))
  }
}

function compareNumbers(a: number, b: number): number {
  if (a === b) return 0
  if (a < b) return -1
  if (a > b) return 1
  // `NaN` equals itself alone, and is below all numbers.
  return Number(Number.isNaN(b)) - Number(Number.isNaN(a))
}

export function isEqualValue(a: unknown, b: unknown): boolean {
  return a === b || compareValues(a, b) === 0
}

/** Compares texts by code points, the order of UTF-8 bytes, because JavaScript's `<` compares UTF-16 units. */
export function compareStrings(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index += 1) {
    const unitA = a.charCodeAt(index)
    const unitB = b.charCodeAt(index)
    if (unitA === unitB) continue
    const surrogateA = (unitA & 0xf800) === 0xd800
    const surrogateB = (unitB & 0xf800) === 0xd800
    if (surrogateA !== surrogateB) return surrogateA ? 1 : -1
    return unitA - unitB
  }
  return a.length - b.length
}

/** Compares objects field by field, in the order of their fields: by type, then name, then value. */
function compareObjects(a: Doc, b: Doc): number {
  const keysA = Object.keys(a)
  const keysB = Object.keys(b)
  for (let index = 0; index < Math.min(keysA.length, keysB.length); index += 1) {
    const keyA = keysA[index] as string
    const keyB = keysB[index] as string
    const order = typeRank(a[keyA]) - typeRank(b[keyB]) || compareStrings(keyA, keyB) || compareValues(a[keyA], b[keyB])
    if (order !== 0) return order
  }
  return keysA.length - keysB.length
}

function compareArrays(a: readonly unknown[], b: readonly unknown[]): number {
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const order = compareValues(a[index], b[index])
    if (order !== 0) return order
  }
  return a.length - b.length
}

/** Compares documents by a sort. An array is represented by its smallest element, or descending by its greatest. */
export function documentOrder(sort: Readonly<Record<string, 1 | -1>>): (a: Doc, b: Doc) => number {
  const fields = Object.entries(sort).map(([path, direction]) => ({ parts: path.split('.'), direction }))
  return (a, b) => {
    for (const { parts, direction } of fields) {
      const order = compareSortKeys(sortKey(a, parts, direction), sortKey(b, parts, direction)) * direction
      if (order !== 0) return order
    }
    return 0
  }
}

function sortKey(document: Doc, parts: readonly string[], direction: 1 | -1): unknown {
  const own = valueAt(document, parts)
  if (own !== undefined && !Array.isArray(own)) return own
  const values = valuesAt(document, parts, 'elements')
  if (values.length <= 1) return values.length === 0 ? MISSING : values[0]
  return values.reduce((best, value) => (compareSortKeys(value, best) * direction < 0 ? value : best))
}

function compareSortKeys(a: unknown, b: unknown): number {
  if (a === EMPTY || b === EMPTY) return a === b ? 0 : a === EMPTY ? -1 : 1
  return compareValues(a, b)
}

import { compareValues, typeRank } from './compare.ts'
import { isComparable, type Pushed } from './comparison.ts'
import { keyOf } from './key.ts'
import { operatorsOf } from './operators.ts'
import { answeringColumn, type CollectionSchema } from './schema.ts'

const ENDS = [
  { symbol: '<=', operators: ['$eq', '$lt', '$lte'], direction: 1 },
  { symbol: '>=', operators: ['$eq', '$gt', '$gte'], direction: -1 },
] as const

/**
 * Finds the range that contains every branch of an `$or`. A keyset condition is such an `$or`: before this date, or at
 * this date and before this id. With the range an index is read from the cursor instead of from its beginning.
 */
export function impliedRange(schema: CollectionSchema, branches: readonly unknown[]): Pushed[] {
  const [first] = branches
  if (branches.length < 2 || typeof first !== 'object' || first === null) return []
  return Object.keys(first).flatMap(path => {
    const column = answeringColumn(schema, path)?.column
    return column === undefined ? [] : ENDS.flatMap(end => rangeEnd(column, path, branches, end))
  })
}

/** Says whether the branches are a keyset: before x, or at x and before y, or at x and y and before z. */
export function isKeyset(branches: readonly unknown[]): boolean {
  const paths = branches.map(branch => Object.keys(branch ?? {}))
  return (
    branches.length > 1 &&
    paths.every((own, index) => own.length === index + 1 && (paths[index - 1] ?? []).every(path => own.includes(path)))
  )
}

function rangeEnd(column: string, path: string, branches: readonly unknown[], end: (typeof ENDS)[number]): Pushed[] {
  const bounds = branches.map(branch => boundOf(branch, path, end.operators))
  const widest = bounds.reduce((widest, bound) =>
    bound === undefined || widest === undefined || typeRank(bound) !== typeRank(widest)
      ? undefined
      : compareValues(bound, widest) * end.direction > 0
        ? bound
        : widest,
  )
  return widest === undefined ? [] : [{ sql: `${column} ${end.symbol} ?`, parameters: [keyOf(widest)], exact: true }]
}

function boundOf(branch: unknown, path: string, allowed: readonly string[]): unknown {
  if (typeof branch !== 'object' || branch === null || !Object.hasOwn(branch, path)) return undefined
  const operators = operatorsOf((branch as Record<string, unknown>)[path])
  const bound = operators?.find(([operator]) => allowed.includes(operator))?.[1]
  return bound !== null && isComparable(bound) ? bound : undefined
}

import type { Collection, Filter, FindOptions } from '@platform/docstore'
import type { Connection } from '@platform/plugin-sdk'
import { isFields } from '../runtime/is-fields.ts'
import { decodeCursor, encodeCursor, type Key } from './cursor.ts'

/** The size of a page, and where it begins. */
export interface PageRequest {
  readonly limit: number
  readonly cursor?: string | number | Date | null
  /** 1 ascending, -1 descending; the same for every key. */
  readonly direction: 1 | -1
}

export interface ListRequest extends PageRequest, Pick<FindOptions, 'maxTimeMS' | 'projection'> {
  readonly filter: Record<string, unknown>
  /** The paths by which the list is sorted; the last one is unique. */
  readonly keys: readonly string[]
  /**
   * Conditions on the fields with which an index begins, any of which may hold; they stand in the place of that of the
   * filter. The index has the order for each of them alone, so a page is read for each, and all are put into one order.
   */
  readonly each?: readonly Readonly<Record<string, unknown>>[] | undefined
}

/**
 * Reads one page of a list from a cursor on, so that no item is skipped or repeated while the list changes. It reads at
 * most one range of an index for each sort key, and for each value of `each`.
 */
export async function readPage<T extends object>(
  collection: Collection<T>,
  { filter, keys, direction, limit, cursor, each, ...options }: ListRequest,
): Promise<Connection<T>> {
  const after = cursor === null || cursor === undefined ? null : decodeCursor(cursor, keys)
  const sort = Object.fromEntries(keys.map(key => [key, direction]))
  const rows: T[] = []
  for (const range of after ? rangesAfter(keys, after, direction) : [{}]) {
    const wanted = limit + 1 - rows.length
    if (wanted <= 0) break
    const found = await Promise.all(
      (each ?? [{}]).map(own =>
        collection.find({ ...both(filter, range), ...own } as Filter<T>, { ...options, sort, limit: wanted }).toArray(),
      ),
    )
    rows.push(...(each ? merged(found.flat(), keys, direction).slice(0, wanted) : found.flat()))
  }
  return connection(rows, limit, keys)
}

type Conditions = Readonly<Record<string, unknown>>

/** The conditions of a filter and others, which may be about the same fields. An index answers both for a field. */
function both(filter: Conditions, others: Conditions): Conditions {
  const joined: Record<string, unknown> = { ...filter }
  const apart: Conditions[] = []
  for (const [path, condition] of Object.entries(others)) {
    const [own, other] = [operatorsOf(filter[path]), operatorsOf(condition)]
    if (!Object.hasOwn(filter, path)) joined[path] = condition
    else if (Object.keys(other).some(operator => operator in own)) apart.push({ [path]: condition })
    else joined[path] = { ...own, ...other }
  }
  const { $and = [] } = filter as { $and?: readonly Conditions[] }
  return apart.length === 0 ? joined : { ...joined, $and: [...$and, ...apart] }
}

/** A condition as operators; a value stands for `$eq`. */
function operatorsOf(condition: unknown): Conditions {
  return isFields(condition) && Object.keys(condition).some(name => name.startsWith('$'))
    ? condition
    : { $eq: condition }
}

/**
 * The items behind the cursor as ranges, the nearest first: items with equal keys except the last one, then items with
 * equal keys except the last two, and so on.
 */
function rangesAfter(keys: readonly string[], after: readonly Key[], direction: 1 | -1): Record<string, unknown>[] {
  let equal: Record<string, unknown> = {}
  const ranges: Record<string, unknown>[] = []
  for (const [i, value] of after.entries()) {
    const key = keys[i]
    if (key === undefined) break
    ranges.unshift(...beyond(key, value, direction).map(range => ({ ...equal, ...range })))
    equal = { ...equal, [key]: value }
  }
  return ranges
}

/** The ranges behind a value. Null, or a missing field, sorts before every value. */
function beyond(key: string, value: Key, direction: 1 | -1): Record<string, unknown>[] {
  if (direction === 1) return [{ [key]: value === null ? { $ne: null } : { $gt: value } }]
  return value === null ? [] : [{ [key]: { $lt: value } }, { [key]: null }]
}

/** Makes a page of its rows. One row more than the limit was read, which tells whether there is a next page. */
export function connection<T extends object>(
  rows: readonly T[],
  limit: number,
  keys: readonly string[],
): Connection<T> {
  const nodes = rows.slice(0, limit)
  const at = (row: T | undefined) => (row === undefined ? null : encodeCursor(keys.map(key => valueAt(row, key))))
  return { nodes, hasNextPage: rows.length > limit, startCursor: at(nodes[0]), endCursor: at(nodes.at(-1)) }
}

/** Puts what was read for several conditions into one order. A row may meet more than one of them. */
function merged<T extends object>(rows: T[], keys: readonly string[], direction: 1 | -1): T[] {
  const order = byKeys(keys, direction)
  return rows.sort(order).filter((row, i) => i === 0 || order(rows[i - 1]!, row) !== 0)
}

/** The order of a list, as stores sort it. */
function byKeys(keys: readonly string[], direction: 1 | -1) {
  return (one: object, other: object): number => {
    for (const key of keys) {
      const [a, b] = [valueAt(one, key), valueAt(other, key)].map(value => (value instanceof Date ? +value : value))
      if (a === b) continue
      // Null, or a missing field, sorts before every value.
      return a === null || (b !== null && a! < b!) ? -direction : direction
    }
    return 0
  }
}

function valueAt(row: object, path: string): Key {
  return (path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], row) ?? null) as Key
}

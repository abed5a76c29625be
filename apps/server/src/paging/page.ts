import type { Collection, Filter } from '@platform/docstore'
import type { Connection } from '@platform/plugin-sdk'
import { decodeCursor, encodeCursor, type Key } from './cursor.ts'

/** How much of a list, from where. */
export interface PageRequest {
  readonly limit: number
  readonly cursor?: string | number | null
  /** 1 ascending, -1 descending; the same for every key. */
  readonly direction: 1 | -1
}

export interface ListRequest extends PageRequest {
  readonly filter: Record<string, unknown>
  /** What the list is sorted by; the last one tells any two items apart. */
  readonly keys: readonly string[]
}

/**
 * One page of a list, cut at a key: nothing is skipped or repeated while the list changes.
 * Reads one range of an index for each sort key at most, and none twice.
 */
export async function readPage<T extends object>(
  collection: Collection<T>,
  { filter, keys, direction, limit, cursor }: ListRequest,
): Promise<Connection<T>> {
  const after = cursor === null || cursor === undefined ? null : decodeCursor(cursor, keys)
  const sort = Object.fromEntries(keys.map(key => [key, direction]))
  const rows: T[] = []
  for (const range of after ? rangesAfter(keys, after, direction) : [{}]) {
    const wanted = limit + 1 - rows.length
    if (wanted <= 0) break
    rows.push(...(await collection.find({ ...filter, ...range } as Filter<T>, { sort, limit: wanted }).toArray()))
  }
  return connection(rows, limit, keys)
}

/**
 * The items behind the cursor as ranges, nearest first: equal in all keys but the last, then in all but the last two
 * ...
 */
function rangesAfter(keys: readonly string[], after: readonly Key[], direction: 1 | -1): Record<string, unknown>[] {
  return after
    .map((_, i) => after.length - 1 - i)
    .flatMap(depth => {
      const equal = Object.fromEntries(after.slice(0, depth).map((value, i) => [keys[i]!, value]))
      return beyond(keys[depth]!, after[depth]!, direction).map(range => ({ ...equal, ...range }))
    })
}

/** What lies beyond a value. Null, or a field that is not there, sorts before everything else. */
function beyond(key: string, value: Key, direction: 1 | -1): Record<string, unknown>[] {
  if (direction === 1) return [{ [key]: value === null ? { $ne: null } : { $gt: value } }]
  return value === null ? [] : [{ [key]: { $lt: value } }, { [key]: null }]
}

/** Cuts the one row too many that tells whether there is more. */
export function connection<T extends object>(
  rows: readonly T[],
  limit: number,
  keys: readonly string[],
): Connection<T> {
  const nodes = rows.slice(0, limit)
  const at = (row: T | undefined) => (row === undefined ? null : encodeCursor(keys.map(key => valueAt(row, key))))
  return { nodes, hasNextPage: rows.length > limit, startCursor: at(nodes[0]), endCursor: at(nodes.at(-1)) }
}

function valueAt(row: object, path: string): Key {
  return (path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], row) ?? null) as Key
}

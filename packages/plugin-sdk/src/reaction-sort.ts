import type { SortMethod } from './hooks.ts'

/** Sorts by a counter, then by time, both in the direction asked for. */
export function reactionSort(key: string): SortMethod {
  return {
    key,
    startCursor: (_context, _nodes, { cursor }) => cursor ?? 0,
    endCursor: (_context, nodes, { cursor }) => nodes.length === 0 ? null : (cursor ?? 0) + nodes.length,
    sort(_context, query, { cursor, sort }) {
      const direction = sort === 'DESC' ? -1 : 1
      return (cursor ? query.skip(cursor) : query).sort({ [key]: direction, created_at: direction, id: direction })
    },
  }
}

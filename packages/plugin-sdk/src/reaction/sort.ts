import type { CoreContext } from '../context.ts'
import type { SortCursor, SortMethod } from '../hooks/sort.ts'

/** Sorts by a counter, then by time, both in the direction asked for. */
export function reactionSort(key: string): SortMethod<CoreContext> {
  return {
    key,
    startCursor: (_context, _nodes, { cursor }) => cursor ?? 0,
    endCursor: (_context, nodes, { cursor }) => (nodes.length === 0 ? null : offset(cursor) + nodes.length),
    sort(_context, query, { cursor, sort }) {
      const direction = sort === 'DESC' ? -1 : 1
      const from = offset(cursor)
      return (from > 0 ? query.skip(from) : query).sort({ [key]: direction, created_at: direction, id: direction })
    },
  }
}

/** Reads a cursor as a number. A client may send it as a text, and adding to a text would append digits. */
function offset(cursor: SortCursor): number {
  const number = Number(cursor ?? 0)
  return Number.isSafeInteger(number) && number > 0 ? number : 0
}

import type { CoreContext, SortMap } from '@platform/plugin-sdk'
import { ON_COMMENT } from '../names.ts'

/**
 * `Sort`: orders of comments, each an enum value of `SORT_COMMENTS_BY` in lower case. Use `key` where the order is by a
 * number that is stored: pages are then cut at the number, and nothing is skipped or repeated while people comment.
 */
export function Sort(): SortMap<CoreContext> {
  return {
    Comments: {
      bookmarks: {
        key: ON_COMMENT,
        startCursor: (_context, _nodes, { cursor }) => cursor ?? 0,
        endCursor: (_context, nodes, { cursor }) => (nodes.length === 0 ? null : Number(cursor ?? 0) + nodes.length),
        sort(_context, query, { cursor, sort }) {
          const direction = sort === 'DESC' ? -1 : 1
          return query.skip(Number(cursor ?? 0)).sort({ [ON_COMMENT]: direction, created_at: direction, id: direction })
        },
      },
    },
  }
}

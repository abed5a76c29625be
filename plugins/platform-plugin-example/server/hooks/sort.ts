import type { CoreContext, IndexDeclaration, SortMap } from '@platform/plugin-sdk'
import { ON_COMMENT } from '../names.ts'

/**
 * `Sort`: orders of comments. The name of each is a value of the enum `SORT_COMMENTS_BY` in lower case. Use `key` for a
 * sort by a stored number. Pages then begin behind that number, so no comment is skipped or repeated when others are
 * posted.
 */
export function Sort(): SortMap<CoreContext> {
  return {
    Comments: {
      stars: {
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

/**
 * `indexes`: indexes that make the plugin's queries and sorts fast. The server creates them when it starts, and changes
 * or drops them when this list changes.
 */
export const indexes: readonly IndexDeclaration[] = [
  {
    collection: 'comments',
    name: 'asset_stars',
    keys: { asset_id: 1, parent_id: 1, [ON_COMMENT]: -1, created_at: -1, id: -1 },
  },
]

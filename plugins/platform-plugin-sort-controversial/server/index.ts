import { type CoreContext, definePlugin, type SortMap } from '@platform/plugin-sdk'
import { hooks } from './hooks.ts'
import { SCORE } from './score.ts'

/** Sorts comments by how much they divide their readers: by many votes in both directions. */
export default definePlugin({
  name: 'platform-plugin-sort-controversial',
  sdk: '^1.0',
  requires: { 'platform-plugin-upvote': '0.x', 'platform-plugin-downvote': '0.x' },
  typeDefs: /* GraphQL */ `
    enum SORT_COMMENTS_BY {
      "By how much they divide their readers: the number of votes, multiplied by how even they are; then by time."
      CONTROVERSIAL
    }
  `,
  hooks,
  Sort: (): SortMap<CoreContext> => ({
    Comments: {
      controversial: {
        key: SCORE,
        startCursor: (_context, _nodes, { cursor }) => cursor ?? 0,
        endCursor: (_context, nodes, { cursor }) => (nodes.length === 0 ? null : Number(cursor ?? 0) + nodes.length),
        sort(_context, query, { cursor, sort }) {
          const direction = sort === 'DESC' ? -1 : 1
          return query.skip(Number(cursor ?? 0)).sort({ [SCORE]: direction, created_at: direction, id: direction })
        },
      },
    },
  }),
  indexes: [
    {
      collection: 'comments',
      name: 'asset_controversial',
      keys: { asset_id: 1, parent_id: 1, [SCORE]: -1, created_at: -1, id: -1 },
    },
  ],
})

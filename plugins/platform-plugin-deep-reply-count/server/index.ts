import { definePlugin } from '@platform/plugin-sdk'
import { createDeepCounts } from './deep-counts.ts'

/** Adds `Comment.deepReplyCount`, the number of visible replies below a comment at any depth. */
const deepReplyCount = definePlugin({
  name: 'platform-plugin-deep-reply-count',
  sdk: '^1.0',
  typeDefs: /* GraphQL */ `
    type Comment {
      "How many visible replies are below it, at any depth; null where there are too many comments to be counted."
      deepReplyCount: Int
    }
  `,
  loaders() {
    const counts = createDeepCounts()
    return {
      Comments: {
        /** Counts the visible comments below a comment, with one query for each level of all comments of a request. */
        getDeepCount: (id: string): Promise<number | null> => counts.load(id),
      },
    }
  },
  resolvers: {
    Comment: {
      deepReplyCount: ({ id, reply_count: direct }, _args, { loaders }) =>
        direct === 0 ? 0 : loaders.Comments.getDeepCount(id),
    },
  },
})

export default deepReplyCount

declare module '@platform/plugin-sdk' {
  interface PluginRegistry {
    'platform-plugin-deep-reply-count': typeof deepReplyCount
  }
}

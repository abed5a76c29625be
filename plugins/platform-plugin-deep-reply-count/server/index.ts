import { definePlugin } from '@platform/plugin-sdk'
import { createDeepCounts } from './deep-counts.ts'

/** `Comment.deepReplyCount`: how many replies a reader finds below a comment, at any depth. */
const deepReplyCount = definePlugin({
  name: 'platform-plugin-deep-reply-count',
  sdk: '^1.0',
  typeDefs: /* GraphQL */ `
    type Comment {
      "How many visible replies are below it, at any depth."
      deepReplyCount: Int
    }
  `,
  loaders() {
    const counts = createDeepCounts()
    return {
      Comments: {
        /** How many visible comments are below the one with this id; one store query a level for all of a request. */
        getDeepCount: (id: string): Promise<number> => counts.load(id),
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

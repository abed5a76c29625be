import { BadUserInputError, definePlugin } from '@platform/plugin-sdk'
import { z } from 'zod'

/** A small plugin with most kinds of hooks. */
export const likes = definePlugin({
  name: 'platform-plugin-test-likes',
  sdk: '^1.0',
  config: z.strictObject({ max: z.number().default(3), apiKey: z.string().optional() }),
  secrets: ['apiKey'],
  capabilities: ['http.routes'],
  typeDefs: `
    type RootQuery { testLikes: Int! broken: Int }
    type RootMutation { testLike(by: String!): TestLikeResponse }
    type TestLikeResponse { count: Int errors: [UserError!] }
    type Subscription { testLiked(by: String): Int }
  `,
  loaders: ({ config }) => ({ TestLikes: { max: () => config.max, count: async () => given.length } }),
  mutators: ({ config, pubsub }) => ({
    TestLikes: {
      async add(by: string) {
        if (given.length >= config.max) throw new BadUserInputError('Enough')
        given.push(by)
        await pubsub.publish('testLiked', { by, count: given.length })
        return given.length
      },
    },
  }),
  resolvers: {
    RootQuery: {
      testLikes: (_root, _args, { loaders }) => loaders.TestLikes.count(),
      broken: () => {
        throw new Error('a detail of the plugin')
      },
    },
    RootMutation: {
      testLike: async (_root, { by }: { by: string }, { mutators }) => ({ count: await mutators.TestLikes.add(by) }),
    },
    Subscription: { testLiked: ({ count }: { count: number }) => count },
  },
  setupFunctions: {
    testLiked: (_options, { by }: { by?: string }) => ({
      testLiked: { filter: event => by === undefined || event?.by === by },
    }),
  },
  router: router => {
    router.get('/api/v1/test-likes', (req, res) =>
      res.json({ count: given.length, user: req.user?.username ?? null, roles: req.user?.roles ?? [] }),
    )
  },
  init: () => {
    given = []
  },
})

let given: string[] = []

import { definePlugin } from '@platform/plugin-sdk'
import { z } from 'zod'

/** __DESCRIPTION__ */
const plugin = definePlugin({
  name: '__NAME__',
  sdk: '^1.0',
  capabilities: ['http.routes'],
  config: z.strictObject({
    /** The word of the greeting. */
    greeting: z.string().min(1).default('Hello'),
  }),

  typeDefs: 'type RootQuery { __CAMEL__(name: String!): String! }',
  // Loaders are above the hooks that use them, because the compiler reads from top to bottom.
  loaders: ({ config }) => ({
    __PASCAL__: { greet: async (name: string) => `${config.greeting}, ${name}` },
  }),
  resolvers: {
    RootQuery: { __CAMEL__: (_root, { name }: { name: string }, { loaders }) => loaders.__PASCAL__.greet(name) },
  },
  router: router => {
    router.get('/api/v1/__SHORT__', async (req, res) => {
      res.json({ greeting: await req.context.loaders.__PASCAL__.greet(req.user?.username ?? 'reader') })
    })
  },
})

export default plugin

// Plugins that name this one in `requires` see its parts.
declare module '@platform/plugin-sdk' {
  interface PluginRegistry { '__NAME__': typeof plugin }
}

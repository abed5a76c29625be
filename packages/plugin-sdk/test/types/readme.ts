import { definePlugin } from '@platform/plugin-sdk'
import { z } from 'zod'

export const shout = definePlugin({
  name: 'platform-plugin-shout',
  sdk: '^1.0',
  config: z.object({ mark: z.string().default('!') }),

  typeDefs: 'type Comment { shout: String }',
  loaders: ({ config }) => ({ Shouts: { of: (text: string) => text.toUpperCase() + config.mark } }),
  resolvers: {
    Comment: { shout: (comment, _args, { loaders }) => comment.body && loaders.Shouts.of(comment.body) },
  },
  router: router => {
    router.get('/api/v1/shout', (req, res) =>
      res.json({ shout: req.context.loaders.Shouts.of(String(req.query['text'])) }),
    )
  },
})

export default shout

declare module '@platform/plugin-sdk' {
  interface PluginRegistry {
    'platform-plugin-shout': typeof shout
  }
}

import { definePlugin, type Tag } from '@platform/plugin-sdk'
import { hooks } from './hooks.ts'
import { resolvers, setupFunctions } from './live.ts'
import { FEATURED } from './names.ts'
import { typeDefs } from './typedefs.ts'

const featured: Tag = {
  name: FEATURED,
  permissions: { public: true, self: false, roles: ['ADMIN', 'MODERATOR'] },
  models: ['COMMENTS'],
  created_at: new Date('2026-01-01T00:00:00.000Z'),
}

/**
 * Moderators feature comments by a tag. This also publishes a waiting comment, and sends an event to all subscribers.
 */
export default definePlugin({
  name: 'platform-plugin-featured-comments',
  sdk: '^1.0',
  capabilities: ['pubsub.publish'],
  tags: [featured],
  typeDefs,
  resolvers,
  setupFunctions,
  hooks,
})

import { definePlugin } from '@platform/plugin-sdk'
import { config } from './config.ts'
import { app } from './hooks/app.ts'
import { connect } from './hooks/connect.ts'
import { connectors } from './hooks/connectors.ts'
import { bookmarkLimit } from './hooks/context.ts'
import { hooks } from './hooks/field-hooks.ts'
import { indexes } from './hooks/indexes.ts'
import { jobs } from './hooks/jobs.ts'
import { init, ready, shutdown } from './hooks/lifecycle.ts'
import { loaders } from './hooks/loaders.ts'
import { mails } from './hooks/mails.ts'
import { moderation } from './hooks/moderation.ts'
import { mutators } from './hooks/mutators.ts'
import { permissions } from './hooks/permissions.ts'
import { personalData } from './hooks/personal-data.ts'
import { resolvers } from './hooks/resolvers.ts'
import { router } from './hooks/router.ts'
import { schemaLevelResolveFunction } from './hooks/schema-level-resolve-function.ts'
import { services } from './hooks/services.ts'
import { setupFunctions } from './hooks/setup-functions.ts'
import { authStrategies } from './hooks/sign-in.ts'
import { Sort } from './hooks/sort.ts'
import { tags } from './hooks/tags.ts'
import { tokenUserNotFound } from './hooks/token-user-not-found.ts'
import { translations } from './hooks/translations.ts'
import { typeDefs } from './hooks/type-defs.ts'
import { websockets } from './hooks/websockets.ts'

/**
 * Readers bookmark comments. A plugin to copy from: every hook once, each in a file of its own that says when to use
 * it.
 */
const example = definePlugin({
  name: 'platform-plugin-example',
  sdk: '^1.0',
  capabilities: ['http.routes', 'auth.strategies', 'auth.users', 'pubsub.publish'],
  config,
  typeDefs,
  services,
  permissions,
  context: { bookmarkLimit },
  loaders,
  mutators,
  resolvers,
  hooks,
  setupFunctions,
  Sort,
  indexes,
  tags,
  moderation,
  jobs,
  mails,
  personalData,
  tokenUserNotFound,
  authStrategies,
  router,
  app,
  connectors,
  connect,
  websockets,
  schemaLevelResolveFunction,
  translations,
  init,
  ready,
  shutdown,
})

export default example

// Plugins that name this one in `requires` see what it provides, with its types.
declare module '@platform/plugin-sdk' {
  interface PluginRegistry {
    'platform-plugin-example': typeof example
  }
}

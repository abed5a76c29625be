import { definePlugin } from '@platform/plugin-sdk'
import { config } from './config.ts'
import { defines } from './hooks/defines.ts'
import { hooks } from './hooks/field-hooks.ts'
import { connect, connectors, init, jobs, ready, shutdown } from './hooks/lifecycle.ts'
import { setupFunctions, websockets } from './hooks/live.ts'
import { loaders, starLimit } from './hooks/loaders.ts'
import { mails, translations } from './hooks/mails.ts'
import { models } from './hooks/models.ts'
import { moderation, tags } from './hooks/moderation.ts'
import { mutators } from './hooks/mutators.ts'
import { personalData } from './hooks/personal-data.ts'
import { permissions, resolvers, schemaLevelResolveFunction } from './hooks/resolvers.ts'
import { app, router } from './hooks/router.ts'
import { services } from './hooks/services.ts'
import { authStrategies, tokenUserNotFound } from './hooks/sign-in.ts'
import { indexes, Sort } from './hooks/sort.ts'
import { typeDefs } from './hooks/type-defs.ts'

/**
 * Readers star comments, to find them again. This is a plugin to copy from: it has nearly every hook once, and the
 * comment above each hook says when to use it.
 */
const example = definePlugin({
  name: 'platform-plugin-example',
  sdk: '^1.0',
  capabilities: ['http.routes', 'auth.strategies', 'auth.users', 'docstore.collections', 'pubsub.publish'],
  config,
  typeDefs,
  services,
  permissions,
  context: { starLimit },
  loaders,
  mutators,
  resolvers,
  hooks,
  setupFunctions,
  Sort,
  indexes,
  models,
  tags,
  moderation,
  jobs,
  mails,
  defines,
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

// Plugins that name this one in `requires` see its parts, with their types.
declare module '@platform/plugin-sdk' {
  interface PluginRegistry {
    'platform-plugin-example': typeof example
  }
}

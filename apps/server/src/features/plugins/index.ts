import { defineFeature } from '../../contract/define-feature.ts'
import { listPlugins } from './resolvers.ts'
import { pluginsTypeDefs } from './type-defs.ts'

/** Administrators see the plugins of the server, with their failures and their configuration. */
export const pluginsFeature = defineFeature({
  name: 'plugins',
  typeDefs: pluginsTypeDefs,
  resolvers: { RootQuery: { plugins: listPlugins } },
  permissions: { 'RootQuery.plugins': 'UPDATE_CONFIG' },
})

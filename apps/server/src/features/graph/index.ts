import { defineFeature } from '../../contract/loaded-plugin.ts'
import { graphPermissions } from './permissions.ts'
import { graphRoutes } from './routes.ts'

/** The GraphQL endpoint, and GraphiQL outside production. */
export const graphFeature = defineFeature('graph', { router: graphRoutes }, graphPermissions)

import { defineFeature } from '../../compose/member.ts'
import { graphRoutes } from './routes.ts'

/** The GraphQL endpoint, and GraphiQL outside production. */
export const graphFeature = defineFeature('graph', { router: graphRoutes })

import { usersTypeDefs } from '@platform/core-schema'
import { defineFeature } from '../../compose/member.ts'
import { userLoaders } from './loaders.ts'
import { userResolvers } from './resolvers.ts'
import { userRoutes } from './routes.ts'

/** People: their accounts, names and standing. */
export const usersFeature = defineFeature('users', {
  typeDefs: usersTypeDefs,
  resolvers: userResolvers,
  router: userRoutes,
  loaders: userLoaders,
})

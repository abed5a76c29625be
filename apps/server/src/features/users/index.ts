import { usersTypeDefs } from '@platform/core-schema'
import { defineFeature } from '../../contract/loaded-plugin.ts'
import { userFilters } from './live.ts'
import { userLoaders } from './loaders.ts'
import { userMutators } from './mutators.ts'
import { userPermissions } from './permissions.ts'
import { userResolvers } from './resolvers.ts'
import { userRoutes } from './routes.ts'

/** People: their accounts, names and standing. */
export const usersFeature = defineFeature(
  'users',
  {
    typeDefs: usersTypeDefs,
    resolvers: userResolvers,
    mutators: userMutators,
    setupFunctions: userFilters,
    router: userRoutes,
    loaders: userLoaders,
  },
  userPermissions,
)

import { accountsTypeDefs } from '@platform/core-schema'
import { defineFeature } from '../../contract/loaded-plugin.ts'
import { tokenMutators } from './mutators.ts'
import { accountPermissions } from './permissions.ts'
import { accountResolvers } from './resolvers.ts'
import { accountRoutes } from './routes.ts'

/** What people do about their own accounts. */
export const accountsFeature = defineFeature(
  'accounts',
  { typeDefs: accountsTypeDefs, resolvers: accountResolvers, mutators: tokenMutators, router: accountRoutes },
  accountPermissions,
)

import { fileURLToPath } from 'node:url'
import { usersTypeDefs } from '@platform/core-schema'
import { defineFeature } from '../../contract/define-feature.ts'
import { indexesOf } from '../../contract/indexes.ts'
import { type AccountStatusService, createAccountStatus } from './account-status.ts'
import { createErasureService, type ErasureService, erasureJobs } from './deletion.ts'
import { deletionIndexes } from './deletion-model.ts'
import { createIgnoring, type IgnoringService } from './ignoring.ts'
import { userFilters } from './live.ts'
import { userLoaders } from './loaders.ts'
import { userMails } from './mails.ts'
import { userIndexes } from './model.ts'
import { userMutators } from './mutators.ts'
import { userPermissions } from './permissions.ts'
import { userPersonalData } from './personal-data.ts'
import { createUsersReader, type UsersReader } from './reader.ts'
import { userResolvers } from './resolvers.ts'
import { userRoutes } from './routes.ts'
import { createUsers, type UsersService } from './service.ts'

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly users: UsersService
    readonly usersReader: UsersReader
    readonly accountStatus: AccountStatusService
    readonly ignoring: IgnoringService
    readonly erasure: ErasureService
  }
}

/** Users: their accounts, names and account status. */
export const usersFeature = defineFeature({
  name: 'users',
  typeDefs: usersTypeDefs,
  resolvers: userResolvers,
  mutators: userMutators,
  setupFunctions: userFilters,
  router: userRoutes,
  loaders: userLoaders,
  permissions: userPermissions,
  jobs: erasureJobs,
  mails: userMails,
  translations: fileURLToPath(new URL('./mail/texts.json', import.meta.url)),
  personalData: userPersonalData,
  services: {
    users: {
      needs: ['docstore', 'revisions', 'events', 'clock', 'settings', 'passwordHashes'],
      create: createUsers,
    },
    usersReader: {
      needs: ['docstore', 'clock', 'countCache'],
      create: ({ countCache, ...needed }) => createUsersReader({ ...needed, counts: countCache }),
    },
    accountStatus: {
      needs: ['docstore', 'revisions', 'events', 'clock', 'sessions', 'mail', 'staffTags', 'config'],
      create: createAccountStatus,
    },
    ignoring: { needs: ['docstore', 'revisions', 'clock'], create: createIgnoring },
    erasure: {
      needs: ['docstore', 'revisions', 'events', 'clock', 'sessions', 'jobs', 'composition'],
      create: createErasureService,
    },
  },
  indexes: indexesOf(userIndexes, deletionIndexes),
})

import { avatarsTypeDefs } from '@platform/core-schema'
import { defineFeature } from '../../contract/define-feature.ts'
import { indexesOf } from '../../contract/indexes.ts'
import { avatarJobs } from './jobs.ts'
import { avatarIndexes } from './model.ts'
import { avatarPermissions } from './permissions.ts'
import { avatarPersonalData } from './personal-data.ts'
import { avatarResolvers } from './resolvers.ts'
import { avatarRoutes } from './routes.ts'
import { type AvatarsService, createAvatars } from './service.ts'

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly avatars: AvatarsService
  }
}

/** The pictures of users. */
export const avatarsFeature = defineFeature({
  name: 'avatars',
  typeDefs: avatarsTypeDefs,
  resolvers: avatarResolvers,
  router: avatarRoutes,
  permissions: avatarPermissions,
  // Any page may show the picture, and a removal is rare.
  setupFunctions: { avatarRemoved: () => ({ avatarRemoved: { filter: () => true } }) },
  jobs: avatarJobs,
  personalData: avatarPersonalData,
  services: {
    avatars: {
      needs: ['config', 'docstore', 'events', 'outbound', 'revisions', 'jobs', 'clock', 'log'],
      create: createAvatars,
      serve: avatars => avatars.clear(),
    },
  },
  indexes: indexesOf(avatarIndexes),
})

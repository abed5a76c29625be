import { commentsTypeDefs } from '@platform/core-schema'
import { defineFeature } from '../../contract/define-feature.ts'
import { indexesOf } from '../../contract/indexes.ts'
import { commentAssetData } from './asset-data.ts'
import { type CountCache, createCountCache } from './count-cache.ts'
import { dailyCountsIndexes } from './counts/daily.ts'
import { moderatorCountsIndexes } from './counts/moderators.ts'
import { siteCountsIndexes } from './counts/site.ts'
import { type CommentsLater, createCommentsLater, laterJobs } from './later.ts'
import { commentFilters } from './live.ts'
import { commentLoaders } from './loaders.ts'
import { commentIndexes } from './model.ts'
import { corePhases } from './moderation/phases.ts'
import { runModeration } from './moderation/run.ts'
import { commentMutators } from './mutators.ts'
import { commentPermissions } from './permissions.ts'
import { commentPersonalData } from './personal-data.ts'
import { type CommentsReader, createCommentsReader } from './reader.ts'
import { commentResolvers } from './resolvers.ts'
import { type CommentsService, createComments } from './service.ts'

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly comments: CommentsService
    readonly commentsLater: CommentsLater
    readonly commentsReader: CommentsReader
    readonly countCache: CountCache
  }
}

/** Comments and their replies. */
export const commentsFeature = defineFeature({
  name: 'comments',
  typeDefs: commentsTypeDefs,
  loaders: commentLoaders,
  mutators: commentMutators,
  resolvers: commentResolvers,
  setupFunctions: commentFilters,
  moderation: corePhases,
  permissions: commentPermissions,
  jobs: laterJobs,
  personalData: commentPersonalData,
  assetData: commentAssetData,
  services: {
    comments: {
      needs: ['docstore', 'assets', 'tags', 'revisions', 'events', 'clock', 'jobs', 'composition'],
      create: ({ composition, ...needed }) =>
        createComments({
          ...needed,
          moderate: (submission, selection) =>
            runModeration(submission, {
              ...selection,
              phases: composition.phases,
              context: composition.createContext({ user: submission.author }),
            }),
        }),
    },
    commentsLater: { needs: ['docstore', 'revisions'], create: createCommentsLater },
    commentsReader: {
      needs: ['docstore', 'countCache', 'composition'],
      create: ({ countCache, ...needed }) => createCommentsReader({ ...needed, counts: countCache }),
    },
    countCache: {
      needs: ['revisions', 'clock', 'config'],
      create: ({ config, ...needed }) => createCountCache({ ...needed, expiry: config.commentCountCacheExpiry }),
    },
  },
  indexes: indexesOf(commentIndexes, dailyCountsIndexes, moderatorCountsIndexes, siteCountsIndexes),
})

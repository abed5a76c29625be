import { bulkRejectionsTypeDefs } from '@platform/core-schema'
import type { PersonalData, QueuedJob } from '@platform/plugin-sdk'
import { z } from 'zod'
import type { ServerContext } from '../../contract/context.ts'
import { defineFeature } from '../../contract/define-feature.ts'
import { indexesOf } from '../../contract/indexes.ts'
import { bulkRejectionIndexes } from './model.ts'
import { bulkRejectionLoaders, bulkRejectionResolvers } from './resolvers.ts'
import { type BulkRejectionsService, createBulkRejections } from './service.ts'

const input = z.object({ id: z.string(), by: z.string().nullable() })

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly bulkRejections: BulkRejectionsService
  }
  interface JobInputs {
    'bulk-rejections.work': z.output<typeof input>
  }
}

const work: QueuedJob<typeof input, ServerContext> = {
  input,
  timeout: 600_000,
  run: (job, { services }, { signal }) => services.bulkRejections.work(job, signal),
}

/** What was rejected together of a user's comments, and what the user rejected so of others. */
const personalData: PersonalData<ServerContext> = {
  async *export(userId, { services: { bulkRejections } }) {
    for await (const { since, reason, rejected, created_at } of bulkRejections.all({ user_id: userId }))
      yield { name: 'bulk-rejections', record: { since, reason, rejected, created_at } }
    for await (const { since, rejected, created_at } of bulkRejections.all({ assigned_by: userId }))
      yield { name: 'decided-bulk-rejections', record: { since, rejected, created_at } }
  },
  erase: (userId, { services }) => services.bulkRejections.eraseBatch(userId),
}

/** Moderators reject everything that a user wrote since a time, and take that back. */
export const bulkRejectionsFeature = defineFeature({
  name: 'bulk-rejections',
  typeDefs: bulkRejectionsTypeDefs,
  loaders: bulkRejectionLoaders,
  resolvers: bulkRejectionResolvers,
  permissions: {
    'RootQuery.bulkRejection': 'SET_COMMENT_STATUS',
    'RootMutation.rejectCommentsOf': 'SET_COMMENT_STATUS',
    'RootMutation.takeBackBulkRejection': 'SET_COMMENT_STATUS',
    'User.bulkRejections': 'SET_COMMENT_STATUS',
  },
  jobs: { 'bulk-rejections.work': work },
  personalData,
  services: {
    bulkRejections: { needs: ['docstore', 'clock', 'comments', 'jobs'], create: createBulkRejections },
  },
  indexes: indexesOf(bulkRejectionIndexes),
})

import { commentsTypeDefs } from '@platform/core-schema'
import { defineFeature } from '../../contract/loaded-plugin.ts'
import { commentFilters } from './live.ts'
import { commentLoaders } from './loaders.ts'
import { corePhases } from './moderation/phases/index.ts'
import { commentMutators } from './mutators.ts'
import { commentPermissions } from './permissions.ts'
import { commentResolvers } from './resolvers.ts'

/** Comments and their replies. */
export const commentsFeature = defineFeature(
  'comments',
  {
    typeDefs: commentsTypeDefs,
    loaders: commentLoaders,
    mutators: commentMutators,
    resolvers: commentResolvers,
    setupFunctions: commentFilters,
    moderation: corePhases,
  },
  commentPermissions,
)

import type { CollectionIndexes } from '@platform/docstore'
import type { LoadedPlugin } from '../contract/loaded-plugin.ts'
import { jobIndexes } from '../jobs/model.ts'
import { actionIndexes } from './actions/model.ts'
import { withdrawnFlagIndexes } from './actions/withdrawn.ts'
import { assetIndexes } from './assets/model.ts'
import { commentIndexes } from './comments/model.ts'
import { endedTokensIndexes } from './sessions/model.ts'
import { deletionIndexes } from './users/deletion-model.ts'
import { userIndexes } from './users/model.ts'

/** Every index the core declares, with those of the plugins added to their collections. */
export function declaredIndexes(plugins: readonly LoadedPlugin[]): CollectionIndexes[] {
  const added = plugins.flatMap(member => member.hooks.indexes ?? [])
  const core = [
    assetIndexes,
    userIndexes,
    commentIndexes,
    actionIndexes,
    withdrawnFlagIndexes,
    deletionIndexes,
    endedTokensIndexes,
    jobIndexes,
  ]
  const collections = new Set([
    ...core.map(({ collection }) => collection),
    ...added.map(({ collection }) => collection),
  ])
  return [...collections].map(collection => ({
    collection,
    indexes: [
      ...core.filter(declared => declared.collection === collection).flatMap(declared => declared.indexes),
      ...added.filter(index => index.collection === collection).map(({ collection: _, ...index }) => index),
    ],
  }))
}

import type { Operation } from '../operation.ts'
import { mergeAssetsOperation, updateAssetUrl } from './change-assets.ts'
import { createUser } from './create-user.ts'
import { importThreadsOperation } from './import-threads.ts'
import { listJobs, retryJobs } from './jobs.ts'
import { reconcileIndexes } from './reconcile-indexes.ts'
import { verifyCountsOperation } from './verify-counts.ts'

/** Every operation by the words that call it. */
export const operations = {
  'users create': createUser,
  'import threads': importThreadsOperation,
  'assets merge': mergeAssetsOperation,
  'assets update-url': updateAssetUrl,
  'jobs list': listJobs,
  'jobs retry': retryJobs,
  indexes: reconcileIndexes,
  'verify-counts': verifyCountsOperation,
} satisfies Record<string, Operation>

export type OperationName = keyof typeof operations

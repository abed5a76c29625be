import type { Operation } from '../operation.ts'
import { askDeleteUser, askMergeAssets } from './ask-first.ts'
import { mergeAssetsOperation, updateAssetUrl } from './change-assets.ts'
import { banUser, deleteUser, setUserRole, verifyUser } from './change-users.ts'
import { createUser } from './create-user.ts'
import { exportUser } from './export-user.ts'
import { importThreadsOperation } from './import-threads.ts'
import { listJobs, retryJobs } from './jobs.ts'
import { listUsers } from './list-users.ts'
import { migrateOperation } from './migrate.ts'
import { createToken, listTokens, revokeToken } from './personal-tokens.ts'
import { reconcileIndexes } from './reconcile-indexes.ts'
import { recountDaysOperation } from './recount-days.ts'
import { setUpOperation } from './set-up.ts'
import { verifyCountsOperation } from './verify-counts.ts'

/** Every operation, by the words of its command. One that begins with `ask` shows what a command would do. */
export const operations = {
  setup: setUpOperation,
  'users create': createUser,
  'users list': listUsers,
  'users set-role': setUserRole,
  'users ban': banUser,
  'users verify': verifyUser,
  'users export': exportUser,
  'users delete': deleteUser,
  'ask users delete': askDeleteUser,
  'tokens create': createToken,
  'tokens list': listTokens,
  'tokens revoke': revokeToken,
  'import threads': importThreadsOperation,
  'assets merge': mergeAssetsOperation,
  'ask assets merge': askMergeAssets,
  'assets update-url': updateAssetUrl,
  'jobs list': listJobs,
  'jobs retry': retryJobs,
  indexes: reconcileIndexes,
  migrate: migrateOperation,
  'verify-counts': verifyCountsOperation,
  'statistics recount': recountDaysOperation,
} satisfies Record<string, Operation>

export type OperationName = keyof typeof operations

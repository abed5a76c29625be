import type { CollectionIndexes } from '@platform/docstore'

/** What a bulk rejection does now. */
export type BulkRejectionState = 'REJECTING' | 'REJECTED' | 'RESTORING' | 'RESTORED'

/** The rejection of everything that a user wrote since a time. Each of its decisions names it. */
export interface BulkRejection {
  readonly _id?: string
  readonly id: string
  /** The user who wrote the comments. */
  readonly user_id: string
  /** The moderator who decided it; `null` after that account was deleted. */
  readonly assigned_by: string | null
  /** `null` for everything that the user wrote until `created_at`. */
  readonly since: Date | null
  /** What the author reads. */
  readonly reason: string | null
  readonly state: BulkRejectionState
  readonly rejected: number
  readonly restored: number
  readonly created_at: Date
}

export const bulkRejectionIndexes: CollectionIndexes = {
  collection: 'bulk_rejections',
  indexes: [
    { name: 'id', keys: { id: 1 }, unique: true },
    { name: 'about', keys: { user_id: 1, created_at: 1, id: 1 } },
    { name: 'decided', keys: { assigned_by: 1 } },
  ],
}

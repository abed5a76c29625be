import type { CollectionIndexes } from '@platform/docstore'

/** A note of a moderator about a user, which only moderators read. */
export interface Note {
  readonly _id?: string
  readonly id: string
  /** The user whom the note is about. */
  readonly user_id: string
  /** The moderator who wrote it; `null` after that account was deleted. */
  readonly author_id: string | null
  readonly body: string
  readonly created_at: Date
}

export const noteIndexes: CollectionIndexes = {
  collection: 'notes',
  indexes: [
    { name: 'id', keys: { id: 1 }, unique: true },
    { name: 'about', keys: { user_id: 1, created_at: 1, id: 1 } },
    { name: 'written', keys: { author_id: 1 } },
  ],
}

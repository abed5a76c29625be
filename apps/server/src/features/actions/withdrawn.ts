import { randomUUID } from 'node:crypto'
import type { CollectionIndexes, Docstore, Session } from '@platform/docstore'

/**
 * A flag that a user took back after a decision about the comment. The karma that the decision gave the user changes
 * with the next decision, as if the flag were still there.
 */
export interface WithdrawnFlag {
  readonly _id?: string
  readonly id: string
  /** The id of the comment. */
  readonly item_id: string
  readonly user_id: string
}

export const withdrawnFlagIndexes: CollectionIndexes = {
  collection: 'withdrawn_flags',
  indexes: [
    { name: 'once', keys: { item_id: 1, user_id: 1 }, unique: true },
    { name: 'user', keys: { user_id: 1 } },
  ],
}

export const withdrawnFlags = (docstore: Docstore) =>
  docstore.collection<WithdrawnFlag>(withdrawnFlagIndexes.collection)

/** Stores one record for a user and a comment, also when the user took back several flags. */
export async function noteWithdrawn(
  docstore: Docstore,
  { item_id, user_id }: Pick<WithdrawnFlag, 'item_id' | 'user_id'>,
  session: Session,
): Promise<void> {
  await withdrawnFlags(docstore).updateOne(
    { item_id, user_id },
    { $setOnInsert: { id: randomUUID() } },
    { session, upsert: true },
  )
}

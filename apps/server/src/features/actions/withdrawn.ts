import { randomUUID } from 'node:crypto'
import type { CollectionIndexes, Docstore, Session, UpdateOperators } from '@platform/docstore'
import type { CommentStatus } from '@platform/plugin-sdk'

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
  /** As that of an action; `null` for a flag that counts nothing yet, because a decision about the comment waits. */
  readonly judged_as?: CommentStatus | null
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
  { item_id, user_id, judged_as: as }: Pick<WithdrawnFlag, 'item_id' | 'user_id' | 'judged_as'>,
  session: Session,
): Promise<void> {
  await withdrawnFlags(docstore).updateOne({ item_id, user_id }, updateFor(as), { session, upsert: true })
}

/** A flag that counts nothing yet says nothing about others of the user that do. */
function updateFor(as: WithdrawnFlag['judged_as']): UpdateOperators<WithdrawnFlag> {
  const id = randomUUID()
  if (as === null) return { $setOnInsert: { id, judged_as: null } }
  return { $setOnInsert: { id }, ...(as === undefined ? { $unset: { judged_as: true } } : { $set: { judged_as: as } }) }
}

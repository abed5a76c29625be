import { randomUUID } from 'node:crypto'
import type { CollectionIndexes, Docstore, Session } from '@platform/docstore'

/** That somebody took a flag back after a decision about the comment: what the decision gave them moves with the next one. */
export interface WithdrawnFlag {
  readonly _id?: string
  readonly id: string
  /** The comment. */
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

/** One for each person and comment, however many flags they took back. */
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

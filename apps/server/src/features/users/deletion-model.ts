import type { CollectionIndexes, Docstore, Session } from '@platform/docstore'

/** An account that is gone, while what it left behind is being removed. */
export interface Deletion {
  readonly _id?: string
  /** Of the user. */
  readonly id: string
  readonly created_at: Date
}

export const deletionIndexes: CollectionIndexes = {
  collection: 'deletions',
  indexes: [{ name: 'id', keys: { id: 1 }, unique: true }],
}

/** Whether somebody's account was deleted a moment ago: a request of theirs may still be under way. */
export async function isBeingDeleted(docstore: Docstore, userId: string, session: Session): Promise<boolean> {
  return (await docstore.collection<Deletion>('deletions').findOne({ id: userId }, { session })) !== null
}

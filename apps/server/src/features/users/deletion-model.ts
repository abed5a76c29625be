import type { CollectionIndexes, Docstore, Session } from '@platform/docstore'

/** A deleted account whose personal data is being erased. */
export interface Deletion {
  readonly _id?: string
  /** The id of the user. */
  readonly id: string
  readonly created_at: Date
  /** The e-mail addresses of the account: mails to them may still wait, and the account's record is gone. */
  readonly addresses?: readonly string[]
}

export const deletionIndexes: CollectionIndexes = {
  collection: 'deletions',
  indexes: [{ name: 'id', keys: { id: 1 }, unique: true }],
}

/** Whether an account was deleted a moment ago, while a request of its user may still be under way. */
export async function isBeingDeleted(docstore: Docstore, userId: string, session: Session): Promise<boolean> {
  return (await docstore.collection<Deletion>('deletions').findOne({ id: userId }, { session })) !== null
}

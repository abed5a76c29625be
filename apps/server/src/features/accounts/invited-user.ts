import type { CollectionIndexes } from '@platform/docstore'
import type { StoredUser } from '../../runtime/user-record.ts'

/** An account that an administrator made for an e-mail address, while its user has not set a password. */
export interface InvitedUser extends StoredUser {
  invitation?: {
    /** The id of the administrator; `null` after that account was deleted. */
    readonly by: string | null
    readonly created_at: Date
    /** When the mailed link ends. */
    readonly expires_at: Date
  }
}

/** Finds the invitations that wait, and those of an administrator whose account is deleted. */
export const invitationIndexes: CollectionIndexes = {
  collection: 'users',
  indexes: [
    { name: 'invited', keys: { created_at: 1, id: 1 }, partial: { 'invitation.expires_at': { $gt: new Date(0) } } },
    { name: 'invited_by', keys: { 'invitation.by': 1 }, partial: { 'invitation.by': { $gt: '' } } },
  ],
}

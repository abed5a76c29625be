import type { CollectionIndexes } from '@platform/docstore'

/** That somebody removed a picture. */
export interface AvatarRemoval {
  /** The user who removed it: its owner, or a moderator; `null` when that moderator's account is deleted. */
  readonly assigned_by: string | null
  readonly created_at: Date
}

/** The picture of a user. */
export interface Avatar {
  /** The id of the user. */
  readonly id: string
  /** A digest of the provider's address that was read last, or could not be read; `null` for none. */
  readonly source: string | null
  /** Part of the address of the picture, which changes with it; `null` when there is no picture. */
  readonly avatar_id: string | null
  /** The JPEG in base64; `null` when there is no picture. */
  readonly bytes: string | null
  /** The last time that a picture was stored; `null` if there was none. */
  readonly stored_at: Date | null
  /** Who removed the picture. After the first removal no picture of this user is read any more. */
  readonly removals: readonly AvatarRemoval[]
}

export const avatarIndexes: CollectionIndexes = {
  collection: 'avatars',
  indexes: [
    { name: 'id', keys: { id: 1 }, unique: true },
    { name: 'avatar_id', keys: { avatar_id: 1 }, unique: true, partial: { avatar_id: { $gt: '' } } },
    // Only read when the account of a moderator is deleted.
    {
      name: 'removed',
      keys: { 'removals.assigned_by': 1 },
      multikey: true,
      partial: { 'removals.assigned_by': { $gt: '' } },
    },
  ],
}

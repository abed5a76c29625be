import type { CollectionIndexes } from '@platform/docstore'
import type { User } from '@platform/plugin-sdk'

/** A user, with the time when the known devices were last forgotten. */
export interface WithDevices extends User {
  /** Set by a new password and by signing out everywhere, and each time to a later moment than before. */
  devicesAfter?: Date | null
}

/** A token that was ended by itself, or a user whose account was deleted; kept until such a token would expire. */
export interface EndedTokens {
  _id?: string
  key: string
  /** Only of a user: tokens that were issued until then are refused. */
  until?: Date
  expires_at: Date
}

export const endedTokensIndexes: CollectionIndexes = {
  collection: 'ended_tokens',
  indexes: [
    { name: 'key', keys: { key: 1 }, unique: true },
    { name: 'expiry', keys: { expires_at: 1 }, expireAfterSeconds: 0 },
  ],
}

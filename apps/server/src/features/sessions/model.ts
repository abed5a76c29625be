import type { CollectionIndexes } from '@platform/docstore'
import type { User } from '@platform/plugin-sdk'

/** When their devices were last forgotten: by a new password, or by signing out everywhere. Never the same moment twice. */
export interface WithDevices extends User {
  devicesAfter?: Date | null
}

/** Tokens that were ended one by one, and users whose account is gone; kept for as long as such a token could live. */
export interface EndedTokens {
  _id?: string
  key: string
  /** Of a user: tokens issued until then are nobody's. */
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

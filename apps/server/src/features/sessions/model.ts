import type { CollectionIndexes } from '@platform/docstore'
import type { User } from '@platform/plugin-sdk'

/** Sign-ins until then have left no device that is known; since they signed out everywhere. */
export interface WithDevices extends User { devicesAfter?: Date | null }

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

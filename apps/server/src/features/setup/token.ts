import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Kvstore } from '@platform/kvstore'

/** The secret in the link to the set-up. All servers that share a key-value store share it. */
export interface SetupToken {
  /** Gives the valid token, and makes one if there is none. */
  issue(): Promise<string>
  matches(candidate: string): Promise<boolean>
  /** Removes the token, once the site is set up. */
  withdraw(): Promise<void>
}

const KEY = 'setup:token'

export function createSetupToken(kvstore: Kvstore): SetupToken {
  return {
    async issue() {
      const fresh = randomBytes(24).toString('base64url')
      // The stored one counts: another server may have made it before.
      return (await kvstore.setIfAbsent(KEY, fresh)) ? fresh : ((await kvstore.get(KEY)) ?? fresh)
    },
    async matches(candidate) {
      const [given, value] = [Buffer.from(candidate), Buffer.from((await kvstore.get(KEY)) ?? '')]
      return value.length > 0 && given.length === value.length && timingSafeEqual(given, value)
    },
    async withdraw() {
      await kvstore.delete(KEY)
    },
  }
}

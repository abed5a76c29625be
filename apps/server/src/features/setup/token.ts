import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Kvstore } from '@platform/kvstore'

/** The secret in the link that makes the first administrator; one for all instances that share a key-value store. */
export interface SetupToken {
  /** The token that counts, made if there is none. */
  issue(): Promise<string>
  matches(candidate: string): Promise<boolean>
  /** Once the site is set up. */
  withdraw(): Promise<void>
}

const KEY = 'setup:token'

export function createSetupToken(kvstore: Kvstore): SetupToken {
  return {
    async issue() {
      await kvstore.setIfAbsent(KEY, randomBytes(24).toString('base64url'))
      return (await kvstore.get(KEY))!
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

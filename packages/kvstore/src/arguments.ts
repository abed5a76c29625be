import { KvstoreError } from './kvstore-error.ts'

/** Reads an expiry in whole milliseconds. Both stores use it, so they refuse the same values. */
export function parseExpiry(expiresIn: number | undefined): number | undefined {
  if (expiresIn === undefined) return undefined
  const whole = Math.ceil(expiresIn)
  if (!Number.isSafeInteger(whole) || whole < 1) {
    throw new KvstoreError('KVSTORE_INVALID', `expiresIn must be a number of milliseconds above 0, not ${expiresIn}`)
  }
  return whole
}

export function parseStep(by = 1): number {
  if (!Number.isSafeInteger(by)) throw new KvstoreError('KVSTORE_INVALID', `by must be a whole number, not ${by}`)
  return by
}

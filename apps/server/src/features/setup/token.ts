import { randomBytes, timingSafeEqual } from 'node:crypto'

/** The secret in the link that makes the first administrator; new at every start. */
export interface SetupToken {
  readonly value: string
  matches(candidate: unknown): boolean
}

export function createSetupToken(): SetupToken {
  const value = randomBytes(24).toString('base64url')
  return {
    value,
    matches(candidate) {
      if (typeof candidate !== 'string' || candidate.length !== value.length) return false
      return timingSafeEqual(Buffer.from(candidate), Buffer.from(value))
    },
  }
}

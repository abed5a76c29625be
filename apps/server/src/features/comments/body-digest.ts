import { createHash } from 'node:crypto'
import { normalise } from '@platform/trust'

/** Shorter texts are repeated again and again by honest people. */
const SHORTEST = 20

/** A digest of what a comment says, by which a repetition is found: of its text as texts are compared; `null` for a short one. */
export function bodyDigest(body: string): string | null {
  const text = normalise(body).replace(/\s+/gu, ' ').trim()
  return text.length < SHORTEST ? null : createHash('sha256').update(text).digest('base64url')
}

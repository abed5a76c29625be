import { createHash } from 'node:crypto'
import { normalise } from '@platform/trust'

/** Shorter texts are said again and again by honest people. */
const SHORTEST = 20

/** What a comment says, by which the same said again is found: a digest of its text as texts are compared; `null` for a short one. */
export function saidOf(body: string): string | null {
  const text = normalise(body).replace(/\s+/gu, ' ').trim()
  return text.length < SHORTEST ? null : createHash('sha256').update(text).digest('base64url')
}

import { createHash } from 'node:crypto'
import { normalise } from '@platform/trust'

/** Shorter texts have no digest, because readers repeat them in good faith. */
const SHORTEST = 20

/** The digest of a comment's normalised text, by which a repeated text is found; `null` for a short text. */
export function bodyDigest(body: string): string | null {
  const text = normalise(body).replace(/\s+/gu, ' ').trim()
  return text.length < SHORTEST ? null : createHash('sha256').update(text).digest('base64url')
}

import { createHash } from 'node:crypto'
import { type Comment, PlatformError } from '@platform/plugin-sdk'

/** A comment that was sent under a name, so that it can be sent again. */
export interface Sent {
  readonly key: string
  readonly author_id: string
  readonly asset_id: string
  readonly parent_id: string | null
}

/** The id it gets: one for each key of a person and place, so that the store itself keeps it from being there twice. */
export function idOfSent({ key, author_id, asset_id, parent_id }: Sent): string {
  const hex = createHash('sha256')
    .update([author_id, key, asset_id, parent_id ?? ''].join('\0'))
    .digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${'89ab'[Number.parseInt(hex[16]!, 16) & 3]}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** What came of it the first time. @throws PlatformError CONFLICT when it said something else then. */
export function sentBefore(found: Comment, body: string): Comment {
  if (found.body_history[0]?.body === body) return found
  throw new PlatformError('CONFLICT', 'Another comment was sent with this Idempotency-Key', { status: 409 })
}

import { KvstoreError, type KvstoreErrorCode } from './kvstore-error.ts'

const OUTAGES: ReadonlySet<KvstoreErrorCode> = new Set(['KVSTORE_UNAVAILABLE', 'KVSTORE_UNWRITABLE', 'KVSTORE_CLOSED'])

/**
 * Whether an error means that the key-value store can't be used just now, so that the same request may succeed later.
 *
 * @example
 * try { await kvstore.increment('tries') } catch (error) { if (!isKvstoreOutage(error)) throw error }
 */
export function isKvstoreOutage(error: unknown): error is KvstoreError {
  return error instanceof KvstoreError && OUTAGES.has(error.code)
}

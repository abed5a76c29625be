/**
 * The code of a {@link KvstoreError}.
 * - `KVSTORE_UNAVAILABLE`: there is no connection, or no answer came in time. A later attempt may succeed.
 * - `KVSTORE_UNWRITABLE`: the store answers but stores nothing: its memory is full, it is a read-only replica, or it
 *   can't save to its disk. A later attempt may succeed.
 * - `KVSTORE_REFUSED`: the store answered with an error, for example to an increment of a text.
 * - `KVSTORE_INVALID`: the call or the URL is wrong, and another attempt does not help.
 * - `KVSTORE_CLOSED`: `close()` has been called.
 *
 * @example
 * const mayRetry = (code: KvstoreErrorCode) => code === 'KVSTORE_UNAVAILABLE'
 */
export type KvstoreErrorCode =
  | 'KVSTORE_UNAVAILABLE'
  | 'KVSTORE_UNWRITABLE'
  | 'KVSTORE_REFUSED'
  | 'KVSTORE_INVALID'
  | 'KVSTORE_CLOSED'

/**
 * The error of every failed call of a key-value store. Its message never contains a credential.
 *
 * @example
 * try { await kvstore.increment('tries') }
 * catch (error) { if (!(error instanceof KvstoreError && error.code === 'KVSTORE_UNAVAILABLE')) throw error }
 */
export class KvstoreError extends Error {
  override readonly name = 'KvstoreError'
  readonly code: KvstoreErrorCode
  /** `true` when the command was sent and may have taken effect, although no answer came. */
  readonly outcomeUnknown: boolean

  constructor(code: KvstoreErrorCode, message: string, options: ErrorOptions & { outcomeUnknown?: boolean } = {}) {
    super(message, options)
    this.code = code
    this.outcomeUnknown = options.outcomeUnknown ?? false
  }
}

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

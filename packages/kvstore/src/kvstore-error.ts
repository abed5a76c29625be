/**
 * - `KVSTORE_UNAVAILABLE`: no connection, or no answer within the deadline. Worth retrying later.
 * - `KVSTORE_REFUSED`: the store answered with an error, for instance an increment of a text.
 * - `KVSTORE_INVALID`: the call or the URL is wrong; retrying does not help.
 * - `KVSTORE_CLOSED`: `close()` has been called.
 */
export type KvstoreErrorCode = 'KVSTORE_UNAVAILABLE' | 'KVSTORE_REFUSED' | 'KVSTORE_INVALID' | 'KVSTORE_CLOSED'

/**
 * Every failure of a key-value store. The message never holds a credential.
 *
 * @example
 * try { await kvstore.increment('tries') }
 * catch (error) { if (!(error instanceof KvstoreError && error.code === 'KVSTORE_UNAVAILABLE')) throw error }
 */
export class KvstoreError extends Error {
  override readonly name = 'KvstoreError'
  readonly code: KvstoreErrorCode
  /** The command was sent and may have taken effect although no answer came. */
  readonly outcomeUnknown: boolean

  constructor(code: KvstoreErrorCode, message: string, options: ErrorOptions & { outcomeUnknown?: boolean } = {}) {
    super(message, options)
    this.code = code
    this.outcomeUnknown = options.outcomeUnknown ?? false
  }
}

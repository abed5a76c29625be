import pTimeout from 'p-timeout'
import { KvstoreError } from '../kvstore-error.ts'

/**
 * Settles like `work`, or rejects after `milliseconds`, because the client library waits for ever on a frozen server.
 */
export function answerInTime<T>(work: Promise<T>, milliseconds: number, what: string): Promise<T> {
  return pTimeout(work, {
    // The given time may be over already, and p-timeout needs at least one millisecond.
    milliseconds: Math.max(1, milliseconds),
    fallback: () => {
      const message = `the key-value store did not answer ${what} within ${Math.ceil(milliseconds)} ms`
      throw new KvstoreError('KVSTORE_UNAVAILABLE', message, { outcomeUnknown: true })
    },
  })
}

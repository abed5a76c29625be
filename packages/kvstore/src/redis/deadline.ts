import pTimeout from 'p-timeout'
import { KvstoreError } from '../kvstore-error.ts'

/** Settles like `work`, or rejects after `milliseconds`: the client library waits for ever on a frozen server. */
export function answerInTime<T>(work: Promise<T>, milliseconds: number, what: string): Promise<T> {
  return pTimeout(work, {
    // The time that is left may be over already.
    milliseconds: Math.max(1, milliseconds),
    fallback: () => {
      const message = `the key-value store did not answer ${what} within ${Math.ceil(milliseconds)} ms`
      throw new KvstoreError('KVSTORE_UNAVAILABLE', message, { outcomeUnknown: true })
    },
  })
}

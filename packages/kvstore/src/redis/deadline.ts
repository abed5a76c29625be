import { KvstoreError } from '../kvstore-error.ts'

/** Settles like `work`, or rejects after `milliseconds`: the client library waits for ever on a frozen server. */
export async function withDeadline<T>(work: Promise<T>, milliseconds: number, what: string): Promise<T> {
  const { promise: expired, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const message = `the key-value store did not answer ${what} within ${Math.ceil(milliseconds)} ms`
    reject(new KvstoreError('KVSTORE_UNAVAILABLE', message, { outcomeUnknown: true }))
  }, milliseconds)
  try {
    return await Promise.race([work, expired])
  } finally {
    clearTimeout(timer)
  }
}

import { ClientClosedError, ClientOfflineError, ErrorReply } from '@redis/client'
import { KvstoreError } from '../kvstore-error.ts'

/** The error codes of a Redis that can't write at the moment. */
const UNWRITABLE = /^(OOM|READONLY|MISCONF|NOREPLICAS|MASTERDOWN|CLUSTERDOWN|LOADING) /

/** Turns an error of the client library into a {@link KvstoreError}. */
export function kvstoreErrorFrom(error: unknown, what: string): KvstoreError {
  if (error instanceof KvstoreError) return error
  if (error instanceof ErrorReply) {
    const code = UNWRITABLE.test(error.message) ? 'KVSTORE_UNWRITABLE' : 'KVSTORE_REFUSED'
    return new KvstoreError(code, `the key-value store refused ${what}: ${error.message}`, {
      cause: error,
    })
  }
  const unsent = error instanceof ClientClosedError || error instanceof ClientOfflineError
  return new KvstoreError('KVSTORE_UNAVAILABLE', `the connection to the key-value store was lost during ${what}`, {
    cause: error,
    outcomeUnknown: !unsent,
  })
}

import { ClientClosedError, ClientOfflineError, ErrorReply } from 'redis'
import { KvstoreError } from '../kvstore-error.ts'

/** How Redis begins its refusals of writes that are no fault of the command. */
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

import { ClientSession } from 'mongodb'
import type { CommitListeners } from '../commit-listeners.ts'
import type { Session } from '../contract/collection.ts'
import { DocstoreError } from '../errors.ts'

/** The driver's own session, because its operations take no other, with the one method that the driver does not have. */
export function withCommitListeners(session: ClientSession, listeners: CommitListeners): ClientSession & Session {
  return Object.assign(session, {
    onCommit(fn: () => void): void {
      if (!session.inTransaction())
        throw new DocstoreError('DOCSTORE_SESSION_ENDED', 'The transaction of this session is over')
      listeners.add(fn)
    },
  })
}

/** Gives the driver the session of a transaction back. */
export function driverSession(session: Session | undefined): { session?: ClientSession } {
  if (session === undefined) return {}
  if (session instanceof ClientSession) return { session }
  throw new DocstoreError('DOCSTORE_SESSION_ENDED', 'The session does not come from transaction() of this store')
}

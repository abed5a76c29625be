import { ClientSession } from 'mongodb'
import type { CommitListeners } from '../commit-listeners.ts'
import type { Session } from '../contract/collection.ts'
import { DocstoreError } from '../errors.ts'

/** Adds `onCommit` to the driver's own session, because the driver's operations accept no other session. */
export function withCommitListeners(session: ClientSession, listeners: CommitListeners): ClientSession & Session {
  return Object.assign(session, {
    onCommit(fn: () => void): void {
      if (!session.inTransaction())
        throw new DocstoreError('DOCSTORE_SESSION_ENDED', 'The transaction of this session is over')
      listeners.add(fn)
    },
  })
}

/** Returns the driver's session of a transaction. */
export function driverSession(session: Session | undefined): { session?: ClientSession } {
  if (session === undefined) return {}
  if (session instanceof ClientSession) return { session }
  throw new DocstoreError('DOCSTORE_SESSION_ENDED', 'The session does not come from transaction() of this store')
}

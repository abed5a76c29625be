import { AsyncLocalStorage } from 'node:async_hooks'
import type { CommitListeners } from '../commit-listeners.ts'
import type { Session } from '../contract/collection.ts'
import { DocstoreError } from '../errors.ts'
import type { Connection } from './connection.ts'

/** The transaction whose callback runs now, by which a write with a forgotten `{ session }` is recognised. */
export const runningTransaction = new AsyncLocalStorage<SqliteSession>()

/** A transaction of the embedded store. Its operations run immediately, on the writer connection. */
export class SqliteSession implements Session {
  readonly connection: Connection
  readonly #listeners: CommitListeners
  #isActive = true
  #failure: { readonly error: unknown } | undefined

  constructor(connection: Connection, listeners: CommitListeners) {
    this.connection = connection
    this.#listeners = listeners
  }

  inTransaction(): boolean {
    return this.#isActive
  }

  onCommit(fn: () => void): void {
    this.#refuseWhenOver()
    this.#listeners.add(fn)
  }

  end(): void {
    this.#isActive = false
  }

  /**
   * Throws the error of a failed operation. As in MongoDB, it ends the transaction also when the callback caught it.
   */
  throwFailure(): void {
    if (this.#failure) throw this.#failure.error
  }

  perform<R>(work: () => R): R {
    this.#refuseWhenOver()
    this.throwFailure()
    try {
      return work()
    } catch (error) {
      this.#failure = { error }
      throw error
    }
  }

  #refuseWhenOver(): void {
    if (!this.#isActive) throw new DocstoreError('DOCSTORE_SESSION_ENDED', 'The transaction of this session is over')
  }
}

/**
 * Runs the callback of a transaction.
 *
 * @throws DocstoreError `DOCSTORE_TRANSACTION_TIMEOUT` when it takes longer than `deadline` milliseconds
 */
export async function runTransaction<R>(
  session: SqliteSession,
  work: (session: Session) => Promise<R>,
  deadline: number,
): Promise<R> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(
      new DocstoreError(
        'DOCSTORE_TRANSACTION_TIMEOUT',
        `A transaction took longer than ${deadline} ms and was rolled back`,
      ),
    )
  }, deadline)
  try {
    const result = await Promise.race([runningTransaction.run(session, async () => work(session)), timeout])
    session.throwFailure()
    return result
  } finally {
    clearTimeout(timer)
    session.end()
  }
}

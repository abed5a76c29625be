import { DatabaseSync } from 'node:sqlite'
import { DocstoreError } from '../errors.ts'
import { sqliteCode } from './failure.ts'

const BUSY = 5

/**
 * Locks a file for this process, by an open exclusive transaction on `<file>.lock`. The operating system releases the
 * lock when the process ends, also after a crash.
 *
 * @returns a function that releases the lock
 * @throws DocstoreError `DOCSTORE_LOCKED` when another process has the lock
 */
export function lockFile(path: string): () => void {
  const lock = new DatabaseSync(`${path}.lock`, { timeout: 0 })
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (sqliteCode(error) !== BUSY) throw error
    throw new DocstoreError(
      'DOCSTORE_LOCKED',
      `${path} is in use by another process; stop it first, or use mongodb:// for several`,
    )
  }
  return () => lock.close()
}

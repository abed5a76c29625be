import { DatabaseSync } from 'node:sqlite'
import { DocstoreError } from '../errors.ts'
import { sqliteCode } from './failure.ts'

const BUSY = 5

/**
 * Holds a file for this process alone, by an open exclusive transaction on `<file>.lock`. The operating system gives
 * it free when the process ends, however it ends.
 *
 * @returns a function that gives it free
 * @throws DocstoreError `DOCSTORE_LOCKED` when another process holds it
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

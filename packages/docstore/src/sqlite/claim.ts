import { existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DocstoreError } from '../errors.ts'
import { messageOf } from './failure.ts'
import { lockFile } from './lock.ts'

/**
 * Locks a store's file for this process, and makes its folder when there is none.
 *
 * @returns a function that releases the lock
 */
export function claim(path: string): () => void {
  try {
    makeFolder(dirname(resolve(path)))
    return lockFile(path)
  } catch (error) {
    throw openFailure(path, error)
  }
}

/**
 * Makes a folder level by level, because Node's own recursion never ends where no folder can be made, as below /proc.
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'EEXIST') throw error
  }
}

/** What is thrown when a file can't be opened. */
export function openFailure(path: string, error: unknown): unknown {
  if (error instanceof DocstoreError) return error
  const reason = messageOf(error)
  const message = `${path} cannot be opened for writing (${reason}); check the folder, its owner and the disk`
  return new DocstoreError('DOCSTORE_UNWRITABLE', message, { cause: error })
}

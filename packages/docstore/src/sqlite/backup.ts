import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Backup } from '../contract/backup.ts'
import { DocstoreError } from '../errors.ts'
import { newNumber } from './commit-number.ts'
import { damageOf, messageOf } from './failure.ts'
import { fileOf } from './file.ts'
import { refuseForeignLog } from './own-log.ts'

/** Makes a backup of a store, which another process may have open. */
export function backUpSqlite(name: string, file: string): Backup {
  const path = fileOf(name)
  if (!existsSync(path)) throw refusal(`There is no store at ${path}`)
  const begin = performance.now()
  const bytes = copyStore(path, file)
  return { bytes, milliseconds: performance.now() - begin }
}

/**
 * Writes one state of a store into a new file, which has its name only once all of it is on the disk. The copy is one
 * statement, so that it ends however much is written meanwhile: SQLite's own backup begins anew when another process
 * writes.
 *
 * @returns the bytes of the file
 */
export function copyStore(path: string, file: string): number {
  refuseForeignLog(path)
  refuseExisting(file)
  const [partial] = partialFiles(file, process.pid)
  try {
    // SQLite fills an empty file. One that it makes can be read by every user of the machine.
    closeSync(openSync(partial, 'wx', 0o600))
    within(path, { readOnly: true, timeout: 5000 }, store => store.prepare('VACUUM INTO ?').run(partial))
    // A log of the store must not be taken for one of the copy.
    within(partial, {}, copy => copy.exec(newNumber()))
    flush(partial)
    refuseExisting(file)
    renameSync(partial, file)
    flush(dirname(resolve(file)))
    return statSync(file).size
  } catch (error) {
    if (error instanceof DocstoreError) throw error
    throw damageOf(path, error) ?? refusal(`${path} could not be copied to ${file}: ${messageOf(error)}`, error)
  } finally {
    removePartial(file, process.pid)
  }
}

/** The files that a process writes while it makes a backup: the copy, and the journal of SQLite. */
function partialFiles(file: string, pid: number): readonly [copy: string, journal: string] {
  const copy = `${file}.partial-${pid}`
  return [copy, `${copy}-journal`]
}

/** Removes what a process has left of a backup. */
export function removePartial(file: string, pid: number): void {
  for (const left of partialFiles(file, pid)) rmSync(left, { force: true })
}

/** Does work with a database, and closes it. */
export function within<R>(
  path: string,
  options: ConstructorParameters<typeof DatabaseSync>[1],
  work: (database: DatabaseSync) => R,
): R {
  const database = new DatabaseSync(path, options)
  try {
    return work(database)
  } finally {
    database.close()
  }
}

/** Has the disk store a file, or the names in a folder. */
export function flush(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function refuseExisting(file: string): void {
  if (existsSync(file)) throw refusal(`${file} exists already; name a new file`)
}

export const refusal = (message: string, cause?: unknown): DocstoreError =>
  new DocstoreError('DOCSTORE_BACKUP_REFUSED', message, { cause })

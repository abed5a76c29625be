import type { Backup, Restored } from './contract/backup.ts'
import { DocstoreError } from './errors.ts'
import { parseDocstoreUrl } from './url.ts'

/**
 * Writes one state of an embedded store into a new file, also while another process has the store open. It does not
 * return to the event loop until it is done, so call it in a process that answers nobody.
 *
 * @throws DocstoreError `DOCSTORE_URL_INVALID` for MongoDB, which has its own program; `DOCSTORE_BACKUP_REFUSED` when
 * the file exists, or can't be written; `DOCSTORE_DAMAGED` or `DOCSTORE_LOG_FOREIGN`
 *
 * @example
 * await backUpDocstore('sqlite:./data/platform.db', './platform-2026-01-31.db')
 */
export async function backUpDocstore(url: string, file: string): Promise<Backup> {
  const path = pathOf(url, 'make its backups by mongodump')
  return (await import('./sqlite/backup.ts')).backUpSqlite(path, file)
}

/**
 * Removes what is left of a backup of an embedded store whose process was killed.
 *
 * @example
 * maker.kill('SIGKILL')
 * await removePartialBackup('./platform-2026-01-31.db', maker.pid)
 */
export async function removePartialBackup(file: string, pid: number): Promise<void> {
  ;(await import('./sqlite/backup.ts')).removePartial(file, pid)
}

/**
 * Puts a backup in the place of an embedded store that no process has open. What was there keeps another name.
 *
 * @throws DocstoreError `DOCSTORE_URL_INVALID` for MongoDB; `DOCSTORE_LOCKED` when the store is open;
 * `DOCSTORE_BACKUP_REFUSED` when the backup is damaged, or is none
 *
 * @example
 * const { former } = await restoreDocstore('sqlite:./data/platform.db', './platform-2026-01-31.db')
 */
export async function restoreDocstore(url: string, file: string): Promise<Restored> {
  const path = pathOf(url, 'restore its backups by mongorestore')
  return (await import('./sqlite/restore.ts')).restoreSqlite(path, file)
}

function pathOf(url: string, otherwise: string): string {
  const parsed = parseDocstoreUrl(url)
  if (parsed.kind === 'sqlite') return parsed.path
  throw new DocstoreError('DOCSTORE_URL_INVALID', `The document store is MongoDB; ${otherwise}`)
}

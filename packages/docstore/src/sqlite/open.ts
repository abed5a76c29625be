import { chmodSync } from 'node:fs'
import type { Docstore, DocstoreOptions } from '../contract/docstore.ts'
import { DocstoreError } from '../errors.ts'
import { Catalog } from './catalog.ts'
import { AUTOMATIC_PAGES, Checkpoints, PAGE_SIZE } from './checkpoint.ts'
import { claim, openFailure } from './claim.ts'
import { newNumber, numberCommit } from './commit-number.ts'
import { Connection } from './connection.ts'
import { fileOf } from './file.ts'
import { LogFlush } from './flush.ts'
import { KeptDocuments } from './kept.ts'
import { refuseForeignLog } from './own-log.ts'
import { growPageCaches } from './page-caches.ts'
import { WriteQueue } from './queue.ts'
import { SqliteDocstore } from './store.ts'
import { startUpkeep } from './upkeep.ts'

/** The version of the file's layout, kept in `PRAGMA user_version`. */
export const FORMAT = 1

/** Opens an embedded store for this process alone, and makes its file when there is none. */
export function openSqlite(name: string, options: DocstoreOptions): Docstore {
  const path = fileOf(name)
  const release = claim(path)
  try {
    return openFile(path, options, release)
  } catch (error) {
    release()
    throw openFailure(path, error)
  }
}

function openFile(path: string, options: DocstoreOptions, unlock: () => void): Docstore {
  const log = options.warn ?? options.log ?? (() => {})
  // Before SQLite sees the file, because it would read the log.
  refuseForeignLog(path)
  const kept = new KeptDocuments()
  const onFatal = once(options.onFatal ?? (() => {}))
  const writer = new Connection(path, { changes: kept, onDamage: onFatal })
  const maxLogBytes = options.maxLogBytes ?? 2 ** 30
  const checkpoints = new Checkpoints({ path, writer, log, maxLogBytes, onDamage: onFatal })
  try {
    prepareFile(path, writer)
    const reader = new Connection(path, { readOnly: true, kept, onDamage: onFatal })
    const queue = new WriteQueue(writer, {
      maxWaiting: options.maxWaitingWrites ?? 10_000,
      onFatal,
      reader: {
        hold: () => reader.hold(),
        release() {
          reader.release()
          kept.forgetChanged()
        },
      },
      log: new LogFlush(path),
      checkpoints,
    })
    const catalog = new Catalog(reader)
    const stopUpkeep = startUpkeep({ catalog, queue, writer, log, interval: options.upkeepInterval ?? 60_000 })
    const stopGrowing = growPageCaches({ reader, writer })
    const transactionDeadline = options.transactionDeadline ?? 5000
    return new SqliteDocstore({
      path,
      writer,
      reader,
      catalog,
      queue,
      checkpoints,
      transactionDeadline,
      log,
      onDamage: onFatal,
      stopTimers() {
        stopUpkeep()
        stopGrowing()
      },
      unlock,
    })
  } catch (error) {
    writer.close()
    throw error
  }
}

/** What is fatal is told once: every later statement may fail in the same way. */
function once(tell: (error: Error) => void): (error: Error) => void {
  let isTold = false
  return error => {
    if (isTold) return
    isTold = true
    tell(error)
  }
}

/** @throws DocstoreError `DOCSTORE_FORMAT_UNKNOWN` for a file of a newer version, and for one of another program */
function refuseUnknown(path: string, writer: Connection): void {
  const [version] = writer.get('PRAGMA user_version') ?? []
  const [isStore] = writer.get("SELECT max(name = 'platform_index') FROM sqlite_schema") ?? []
  const problem =
    isStore === 0
      ? 'is a database of another program, and is left as it is; name a file of its own for the store'
      : Number(version) > FORMAT
        ? `has format ${String(version)} of a newer version, not ${FORMAT}; update the server`
        : undefined
  if (problem !== undefined) throw new DocstoreError('DOCSTORE_FORMAT_UNKNOWN', `${path} ${problem}`)
}

function prepareFile(path: string, writer: Connection): void {
  refuseUnknown(path, writer)
  for (const file of [path, `${path}.lock`]) chmodSync(file, 0o600)
  // A post changes about sixteen pages, most of them of indexes, and each changed page is written to the log.
  writer.exec(`PRAGMA page_size = ${PAGE_SIZE}`)
  const [pages] = writer.get('PRAGMA page_count') ?? []
  if (pages === 0) writer.exec(newNumber())
  const [mode] = writer.get('PRAGMA journal_mode = WAL') ?? []
  if (mode !== 'wal') {
    const message = `${path} is on a file system without shared memory; keep it on a local disk, or use mongodb://`
    throw new DocstoreError('DOCSTORE_UNWRITABLE', message)
  }
  // NORMAL: a commit only writes to the log, and the queue flushes the log before it acknowledges the commit. SQLite
  // flushes the log before its pages are moved into the file, which another thread does, and when it begins it anew.
  writer.exec(`PRAGMA synchronous = NORMAL;
    PRAGMA wal_autocheckpoint = ${AUTOMATIC_PAGES};
    PRAGMA temp_store = MEMORY; PRAGMA journal_size_limit = 67108864`)
  writer.exec(`BEGIN IMMEDIATE;
    CREATE TABLE IF NOT EXISTS platform_index (
      collection TEXT NOT NULL, name TEXT NOT NULL, declaration TEXT NOT NULL,
      PRIMARY KEY (collection, name)) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS platform_array_path (
      collection TEXT NOT NULL, path TEXT NOT NULL, PRIMARY KEY (collection, path)) WITHOUT ROWID;
    PRAGMA user_version = ${FORMAT}`)
  numberCommit(writer)
  writer.exec('COMMIT')
}

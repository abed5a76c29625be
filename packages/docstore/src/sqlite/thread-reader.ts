import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'
import { Worker } from 'node:worker_threads'
import { DocstoreError } from '../errors.ts'
import { Catalog } from './catalog.ts'
import { Connection } from './connection.ts'
import type { CollectionSchema } from './schema.ts'

/** The niceness of a thread that reads: where processors are few, it waits for those who answer requests. */
const NICENESS = 10

/** The memory of the objects of a thread that reads. Megabytes. */
export const MEMORY = 256

/** Starts a thread that reads the file. */
export const startReader = (module: URL, path: string): Worker =>
  new Worker(module, {
    workerData: path,
    resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: MEMORY },
  })

/** The error with which a thread ended, if it ended with one. */
export type ThreadFailure = (Error & { readonly code?: unknown }) | undefined

/** Whether a thread ended because its objects had no room. */
export const isOutOfMemory = (failure: ThreadFailure): boolean => failure?.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** An error on its way to another thread. Threads don't keep what errors have beside their texts. */
export interface SentError {
  readonly error: Error
  readonly more: { readonly name: string; readonly code?: unknown }
}

/** Only Linux has a priority for each thread, and a name for the one that asks. */
export function giveWay(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), NICENESS)
  } catch {
    // Elsewhere the thread has the priority of the process.
  }
}

/** Opens the file for reading in this thread, with little memory. */
export function openReader(path: string, cacheKilobytes: number): Connection {
  const connection = new Connection(path, { readOnly: true })
  connection.exec(`PRAGMA cache_size = -${cacheKilobytes}; PRAGMA temp_store = MEMORY`)
  // SQLite calls it for each row. A thread can only be ended where JavaScript runs, and not within a statement.
  connection.database.function('goes_on', (_rid: unknown) => 1)
  return connection
}

/** The schemas as they are now, because other threads may have changed indexes since the last read. */
export function schemasOf(connection: Connection): (collection: string) => CollectionSchema {
  const catalog = new Catalog(connection)
  const known = new Map<string, CollectionSchema>()
  return name => {
    const schema = known.get(name) ?? watched(connection, catalog.schemaOf(name))
    known.set(name, schema)
    return schema
  }
}

/** Puts a view in place of the collection's table, which calls a function for each row that is looked at. */
function watched(connection: Connection, schema: CollectionSchema): CollectionSchema {
  const { table, presence } = schema
  connection.exec(`DROP VIEW IF EXISTS temp.${table}`)
  if (presence === 'stored')
    connection.exec(`CREATE TEMP VIEW ${table} AS SELECT * FROM main.${table} WHERE goes_on(rid)`)
  return schema
}

export function sentError(error: unknown): SentError {
  if (!(error instanceof Error)) return { error: new Error(String(error)), more: { name: 'Error' } }
  const { name, code } = error as Error & { code?: unknown }
  return { error, more: { name, ...(code === undefined ? {} : { code }) } }
}

/** The error that a thread sent. `onDamage` is told when it says that the file is damaged. */
export function receivedError({ error, more }: SentError, onDamage: (damage: DocstoreError) => void): Error {
  if (more.code !== 'DOCSTORE_DAMAGED') return Object.assign(error, more)
  const damage = new DocstoreError('DOCSTORE_DAMAGED', error.message, { cause: error })
  onDamage(damage)
  return damage
}

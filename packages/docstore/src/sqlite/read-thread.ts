// This runs in its own thread, where a read may take long. The thread has a connection that can't write.
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { Catalog } from './catalog.ts'
import { Connection } from './connection.ts'
import { type LongRead, resultOf } from './long-read.ts'
import type { Answer } from './read-apart.ts'
import type { CollectionSchema } from './schema.ts'

/** The niceness of the thread: where processors are few, it waits for those who answer requests. */
const NICENESS = 10

const port = parentPort!
giveWay()
const connection = new Connection(workerData as string, { readOnly: true })
connection.exec('PRAGMA cache_size = -8192; PRAGMA temp_store = MEMORY')
// SQLite calls it for each row. A thread can only be ended where JavaScript runs, and not within a statement.
connection.database.function('goes_on', (_rid: unknown) => 1)

port.on('message', (read: LongRead) => {
  port.postMessage(answerTo(read))
})

/** Only Linux has a priority for each thread, and a name for the one that asks. */
function giveWay(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), NICENESS)
  } catch {
    // Elsewhere the thread has the priority of the process.
  }
}

function answerTo(read: LongRead): Answer {
  try {
    connection.hold()
    return { result: resultOf({ connection, schemaOf: schemasOfNow() }, read) }
  } catch (error) {
    if (!(error instanceof Error)) return { error: new Error(String(error)), more: { name: 'Error' } }
    const { name, code } = error as Error & { code?: unknown }
    return { error, more: { name, ...(code === undefined ? {} : { code }) } }
  } finally {
    connection.release()
  }
}

/** The schemas as they are now, because other threads may have changed indexes since the last read. */
function schemasOfNow(): (collection: string) => CollectionSchema {
  const catalog = new Catalog(connection)
  const known = new Map<string, CollectionSchema>()
  return name => {
    const schema = known.get(name) ?? watched(catalog.schemaOf(name))
    known.set(name, schema)
    return schema
  }
}

/** Puts a view in place of the collection's table, which calls a function for each row that is looked at. */
function watched(schema: CollectionSchema): CollectionSchema {
  const { table, presence } = schema
  connection.exec(`DROP VIEW IF EXISTS temp.${table}`)
  if (presence === 'stored')
    connection.exec(`CREATE TEMP VIEW ${table} AS SELECT * FROM main.${table} WHERE goes_on(rid)`)
  return schema
}

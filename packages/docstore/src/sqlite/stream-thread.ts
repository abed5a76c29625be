// This runs in its own thread, which reads the results of streams, some at a time.
import { parentPort, workerData } from 'node:worker_threads'
import type { Connection } from './connection.ts'
import type { Doc } from './document.ts'
import { projectionOf } from './project.ts'
import { streamResults } from './read.ts'
import type { Batch, StreamedFind, StreamRequest } from './streams.ts'
import { giveWay, openReader, schemasOf, sentError } from './thread-reader.ts'

/** When a batch has so many documents, or characters, or took so many milliseconds, it is sent. */
const DOCUMENTS = 500
const CHARACTERS = 1_000_000
const MILLISECONDS = 50
/** The pages that the connection of a stream keeps. Kilobytes. */
const CACHE = 1024

interface Reading {
  readonly connection: Connection
  readonly next: () => Batch
}

const port = parentPort!
const readings = new Map<number, Reading>()
giveWay()

port.on('message', (request: StreamRequest) => {
  const { id } = request
  try {
    if ('close' in request) return close(id)
    if ('find' in request) readings.set(id, begin(request.find))
    const batch = 'find' in request ? { documents: [], isLast: false } : readings.get(id)?.next()
    if (batch?.isLast) close(id)
    if (batch) port.postMessage({ id, batch })
  } catch (error) {
    close(id)
    port.postMessage({ id, ...sentError(error) })
  }
})

/** Opens a connection that sees what is on disk now, as long as it is read from. */
function begin({ collection, query, projection }: StreamedFind): Reading {
  const connection = openReader(workerData as string, CACHE)
  try {
    connection.hold()
    const project = projectionOf(projection, query.filter)
    const rows = streamResults(connection, schemasOf(connection)(collection), query)
    return { connection, next: () => batchOf(rows, project) }
  } catch (error) {
    connection.close()
    throw error
  }
}

function batchOf(rows: Iterator<{ readonly text: string; readonly document: Doc }>, project: (one: Doc) => Doc): Batch {
  const documents: Doc[] = []
  const end = performance.now() + MILLISECONDS
  for (let characters = 0; documents.length < DOCUMENTS && characters < CHARACTERS && performance.now() < end; ) {
    const row = rows.next()
    if (row.done) return { documents, isLast: true }
    documents.push(project(row.value.document))
    characters += row.value.text.length
  }
  return { documents, isLast: false }
}

function close(id: number): void {
  readings.get(id)?.connection.close()
  readings.delete(id)
}

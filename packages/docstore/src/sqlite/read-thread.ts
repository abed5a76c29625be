// This runs in its own thread, where a read may take long. The thread has a connection that can't write.
import { parentPort, workerData } from 'node:worker_threads'
import { type LongRead, resultOf } from './long-read.ts'
import type { Answer } from './read-apart.ts'
import { giveWay, openReader, schemasOf, sentError } from './thread-reader.ts'

/** The pages that the connection keeps. Kilobytes. */
const CACHE = 8192

const port = parentPort!
giveWay()
const connection = openReader(workerData as string, CACHE)

port.on('message', (read: LongRead) => {
  port.postMessage(answerTo(read))
})

function answerTo(read: LongRead): Answer {
  try {
    return { result: resultOfNow(read) }
  } catch (error) {
    return sentError(error)
  }
}

function resultOfNow(read: LongRead): unknown {
  connection.hold()
  try {
    return resultOf({ connection, schemaOf: schemasOf(connection) }, read)
  } finally {
    // It throws, too, when the file is damaged.
    connection.release()
  }
}

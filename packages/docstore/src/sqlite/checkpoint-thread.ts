// This runs in its own thread, which waits for the disk while other threads read and write.
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { Move, Moved } from './checkpoint.ts'

const port = parentPort!
const database = new DatabaseSync(workerData as string, { timeout: 5000 })
// What is moved is on disk before the log is begun anew.
database.exec('PRAGMA synchronous = FULL')
// Writers wait while a restart waits for readers.
database.exec('PRAGMA busy_timeout = 250')

port.on('message', (mode: Move) => {
  try {
    const { busy } = database.prepare(`PRAGMA wal_checkpoint(${mode})`).get() as { busy: number }
    port.postMessage({ problem: null, isRead: busy !== 0 } satisfies Moved)
  } catch (error) {
    port.postMessage({ problem: error instanceof Error ? error.message : String(error), isRead: false } satisfies Moved)
  }
})

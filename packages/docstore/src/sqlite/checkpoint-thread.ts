// This runs in its own thread, which waits for the disk while other threads read and write.
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { Moved } from './checkpoint.ts'

const port = parentPort!
const database = new DatabaseSync(workerData as string, { timeout: 5000 })
const move = database.prepare('PRAGMA wal_checkpoint(PASSIVE)')

port.on('message', () => {
  try {
    move.get()
    port.postMessage({ problem: null } satisfies Moved)
  } catch (error) {
    port.postMessage({ problem: error instanceof Error ? error.message : String(error) } satisfies Moved)
  }
})

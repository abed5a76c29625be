// This runs in its own thread, which waits for the disk while other threads read and write.
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { Move, Moved } from './checkpoint.ts'
import { damageOf, messageOf } from './failure.ts'

const port = parentPort!
const path = workerData as string
const database = new DatabaseSync(path, { timeout: 5000 })
// What is moved is on disk before the log is begun anew.
database.exec('PRAGMA synchronous = FULL')
// Writers wait while a restart waits for readers.
database.exec('PRAGMA busy_timeout = 250')

const move = (mode: Move): Moved => {
  try {
    const { busy } = database.prepare(`PRAGMA wal_checkpoint(${mode})`).get() as { busy: number }
    return { problem: null, damage: null, isRead: busy !== 0 }
  } catch (error) {
    return { problem: messageOf(error), damage: damageOf(path, error)?.message ?? null, isRead: false }
  }
}

port.on('message', (mode: Move) => port.postMessage(move(mode)))

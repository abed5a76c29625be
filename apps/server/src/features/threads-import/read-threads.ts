import { on } from 'node:events'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { FileHandle } from 'node:fs/promises'
import type { NumberedLine, SkippedLine } from './thread-line.ts'

/** Lines read together, checked, and how far into the file they reach. */
export interface ReadBatch {
  readonly lines: readonly NumberedLine[]
  readonly skipped: readonly SkippedLine[]
  readonly bytesRead: number
}

/** What the thread is told: the file, and the most lines of a batch. */
export interface ReadOrder { readonly fd: number; readonly most: number }

/** Batches that wait to be stored: memory stays bounded when reading is faster than storing. */
const AHEAD = 1
const WORKER = new URL(`./read-worker${extname(fileURLToPath(import.meta.url))}`, import.meta.url)

/** Reads and checks the lines of a file in a thread of its own, a little ahead of who asks. */
export async function* readThreads(file: FileHandle, most: number): AsyncGenerator<ReadBatch> {
  const worker = new Worker(WORKER, { workerData: { fd: file.fd, most } satisfies ReadOrder, resourceLimits: { maxYoungGenerationSizeMb: 16 } })
  const more = () => worker.postMessage('more')
  try {
    for (let ahead = 0; ahead < AHEAD; ahead++) more()
    for await (const [batch] of on(worker, 'message', { close: ['exit'] }) as AsyncIterable<[ReadBatch | null]>) {
      if (batch === null) return
      more()
      yield batch
    }
    throw new Error('the thread that reads the file ended before the file did')
  } finally {
    await worker.terminate()
  }
}

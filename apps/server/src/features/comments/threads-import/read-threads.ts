import { on } from 'node:events'
import { type FileHandle, open } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { siblingFile } from '../../../runtime/sibling-file.ts'
import type { NumberedLine, SkippedLine } from './thread-line.ts'
import { type HeapPolicy, tightHeap } from './tight-heap.ts'

/** Lines read together, checked, and how far into the file they reach. */
export interface ReadBatch {
  readonly lines: readonly NumberedLine[]
  readonly skipped: readonly SkippedLine[]
  readonly bytesRead: number
}

/** The file that the thread is to read. */
export interface ReadOrder {
  readonly fd: number
}

/** A file of threads that is being read. */
export interface ThreadsFile extends AsyncDisposable {
  /** Bytes. */
  readonly size: number
  /** The lines of the file; call it once. */
  batches(): AsyncIterable<ReadBatch>
}

/** Why a file can't be read. */
export interface UnreadableFile {
  readonly problem: string
}

/** How a file is read. */
export interface Pace {
  /** Lines that are stored together at first, while the thread gets ahead, and later. */
  readonly first: number
  readonly most: number
  /** Parts that wait to be stored: memory stays bounded when reading is faster than storing. */
  readonly ahead: number
  /** Megabytes that the thread has for young objects. */
  readonly young: number
  readonly heap: HeapPolicy
}

/** `alone` is fast, for a process of its own; `serving` takes small steps, so that requests get time and memory. */
export const PACE: Readonly<Record<'alone' | 'serving', Pace>> = {
  alone: {
    first: 500,
    most: 4_000,
    ahead: 16,
    young: 16,
    heap: { begin: { growth: 2, percent: 100 }, steady: { growth: 1, percent: 100 } },
  },
  serving: {
    first: 250,
    most: 250,
    ahead: 1,
    young: 2,
    heap: { begin: { growth: 1, percent: 40 }, steady: { growth: 1, percent: 40 } },
  },
}

/**
 * A batch ends with this or its number of lines, whichever comes first: memory stays bounded however long the lines
 * are.
 */
const BATCH_BYTES = 2 * 1024 * 1024

const WORKER = siblingFile(import.meta.url, 'read-worker')

/** Begins to read and check the lines of a file in a thread, a little ahead of the caller. */
export async function openThreads(
  path: string,
  { first, most, ahead, young, heap: policy }: Pace,
): Promise<ThreadsFile | UnreadableFile> {
  const opened = await openFile(path)
  if ('problem' in opened) return opened
  const { file, size } = opened
  const heap = tightHeap(policy)
  const worker = new Worker(WORKER, {
    workerData: { fd: file.fd } satisfies ReadOrder,
    resourceLimits: { maxYoungGenerationSizeMb: young },
  })
  // The iteration of messages throws an error of the thread only while it runs; without this listener a later error
  // would end the process.
  worker.on('error', () => {})
  const messages = on(worker, 'message', { close: ['exit'] }) as AsyncIterableIterator<[ReadBatch | null]>
  const more = () => worker.postMessage('more')
  for (let part = 0; part < ahead; part++) more()
  return {
    size,
    async *batches() {
      let limit = first
      let batch = emptyBatch(0)
      for await (const [part] of messages) {
        heap.steady()
        if (part === null) return yield batch
        more()
        const from = batch.from
        batch = {
          from,
          lines: batch.lines.concat(part.lines),
          skipped: batch.skipped.concat(part.skipped),
          bytesRead: part.bytesRead,
        }
        if (batch.lines.length < limit && batch.bytesRead - from < BATCH_BYTES) continue
        yield batch
        limit = Math.min(most, limit * 2)
        batch = emptyBatch(batch.bytesRead)
      }
      throw new Error('the thread that reads the file ended before the file did')
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate()
      await file.close()
      heap[Symbol.dispose]()
    },
  }
}

const emptyBatch = (from: number): ReadBatch & { readonly from: number } => ({
  from,
  lines: [],
  skipped: [],
  bytesRead: from,
})

async function openFile(path: string): Promise<{ file: FileHandle; size: number } | UnreadableFile> {
  try {
    const file = await open(path)
    const stat = await file.stat()
    if (stat.isFile()) return { file, size: stat.size }
    await file.close()
    return { problem: 'it is no file' }
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    return {
      problem: code === 'ENOENT' ? 'there is no such file' : code === 'EACCES' ? 'this user may not read it' : message,
    }
  }
}

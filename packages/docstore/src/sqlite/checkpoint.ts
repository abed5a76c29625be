import { once } from 'node:events'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Connection } from './connection.ts'
import { messageOf } from './failure.ts'

/**
 * Number of pages in the write-ahead log from which they are moved into the file. Larger moves cost less for a page.
 */
const PAGES = 2000
/** Number of pages from which writers wait for the disk. */
const MOST_PAGES = 4 * PAGES

/** Whether this SQLite can report the length of the log without moving it, as versions from 3.51 can. */
const CAN_LOOK = isAtLeast(process.versions['sqlite'] ?? '', 3, 51)
/** Pages after which SQLite moves the log by itself, within a commit, when no thread has moved it before. */
export const AUTOMATIC_PAGES = CAN_LOOK ? 0 : PAGES

const THREAD = new URL(`./checkpoint-thread${extname(fileURLToPath(import.meta.url))}`, import.meta.url)

/** The message of the thread after one move: the reason, when the move failed. */
export interface Moved {
  readonly problem: string | null
}

interface Parts {
  readonly path: string
  readonly writer: Connection
  readonly log: (message: string) => void
}

/**
 * Moves the write-ahead log into the file, in its own thread. A move waits for the disk, for up to some hundred
 * milliseconds; within a commit every caller would wait for it.
 */
export class Checkpoints {
  readonly #parts: Parts
  #thread: Worker | undefined
  /** Aborted when the thread has ended. Then no caller waits for a move any longer. */
  #ended = new AbortController()
  #running: Promise<void> | undefined
  #problem: string | null = null

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Call it after each commit. When the log is too long, it returns a promise to await before the next commit. */
  afterCommit(): Promise<void> | undefined {
    if (!CAN_LOOK) return undefined
    try {
      const [, pages, moved] = this.#parts.writer.get('PRAGMA wal_checkpoint(NOOP)') as [unknown, number, number]
      // After a move of the whole log, SQLite begins a new one. Pages written during the last move remain to be moved.
      if (pages - moved >= PAGES || (pages >= MOST_PAGES && moved < pages)) this.move()
      return pages >= MOST_PAGES ? this.#running : undefined
    } catch (error) {
      this.#tell(messageOf(error))
      return undefined
    }
  }

  /** Begins a move of a log of any length. After a write that failed on a full disk, a move can free some room. */
  move(): void {
    this.#running ??= this.#ask()
      .catch(async (error: unknown) => {
        await this.#thread?.terminate()
        this.#thread = undefined
        return messageOf(error)
      })
      .then(problem => {
        this.#running = undefined
        this.#tell(problem)
      })
  }

  async close(): Promise<void> {
    await this.#running
    await this.#thread?.terminate()
  }

  /** Logs a problem once, and not again at each commit. */
  #tell(problem: string | null): void {
    if (problem !== null && problem !== this.#problem)
      this.#parts.log(
        `The write-ahead log of ${this.#parts.path} grows, because it could not be moved into the file: ${problem}`,
      )
    this.#problem = problem
  }

  async #ask(): Promise<Moved['problem']> {
    this.#thread ??= this.#start()
    const thread = this.#thread
    // The thread keeps the process running only while a caller may wait for it.
    thread.ref()
    thread.postMessage('move')
    const { signal } = this.#ended
    const [{ problem }] = (await once(thread, 'message', { signal }).catch((error: unknown) => {
      signal.throwIfAborted()
      throw error
    })) as [Moved]
    thread.unref()
    return problem
  }

  #start(): Worker {
    const thread = new Worker(THREAD, {
      workerData: this.#parts.path,
      resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 },
    })
    const ended = new AbortController()
    this.#ended = ended
    // Between two moves no caller waits for the thread, but an error without a listener would end the process.
    thread.on('error', () => {})
    thread.once('exit', () => {
      if (this.#thread === thread) this.#thread = undefined
      ended.abort(new Error('the thread that moves it has ended'))
    })
    return thread
  }
}

function isAtLeast(version: string, leastMajor: number, leastMinor: number): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > leastMajor || (major === leastMajor && minor >= leastMinor)
}

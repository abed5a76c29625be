import { once } from 'node:events'
import { statSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { DocstoreError } from '../errors.ts'
import type { Connection } from './connection.ts'
import { messageOf } from './failure.ts'

/**
 * The size of the write-ahead log from which on it is moved into the file. Moving many pages together takes less time
 * for each page. Bytes.
 */
const LOG = 16_000_000
/** The size from which on writers wait for the move. */
const LONG_LOG = 4 * LOG
/** The size from which on the operator is warned, because a reader keeps the log from being reused. */
const TOO_LONG_LOG = 2 * LONG_LOG
/** Milliseconds after which a log that was being read is tried again, and after which the warning is repeated. */
const TRY_AGAIN = 5_000
const WARN_AGAIN = 60_000

/** The size of a page of a new file. Bytes. */
export const PAGE_SIZE = 4096

/** Whether this SQLite can report the length of the log without moving it, as versions from 3.51 can. */
const CAN_LOOK = isAtLeast(process.versions['sqlite'] ?? '', 3, 51)
/** Pages after which SQLite moves the log by itself, within a commit, when no thread has moved it before. */
export const AUTOMATIC_PAGES = CAN_LOOK ? 0 : Math.round(LOG / PAGE_SIZE)

const THREAD = new URL(`./checkpoint-thread${extname(fileURLToPath(import.meta.url))}`, import.meta.url)

/**
 * `PASSIVE` moves what no reader needs; `RESTART` also waits until the next commit can begin the log anew. `TRUNCATE`
 * empties its file as well, for a SQLite that tells the length of the log by the size of this file only.
 */
export type Move = 'PASSIVE' | 'RESTART' | 'TRUNCATE'

const WHOLE = CAN_LOOK ? 'RESTART' : 'TRUNCATE'

/** The result of one move, from the thread. */
export interface Moved {
  /** Why it failed, if it did. */
  readonly problem: string | null
  /** What is told of a damaged file, if the move found one. */
  readonly damage: string | null
  /** A reader still needed the log. */
  readonly isRead: boolean
}

interface Parts {
  readonly path: string
  /** Bytes of the log beyond which writes are refused. */
  readonly maxLogBytes: number
  readonly writer: Connection
  readonly log: (message: string) => void
  /** Told of a damaged file: what is written to the log could not be read after the next start. */
  readonly onDamage: (error: DocstoreError) => void
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
  /** When each problem may be told again. */
  readonly #told = new Map<string, number>()
  #bytes = 0
  #pageSize: number | undefined
  /** Whether the last attempt to begin the log anew failed, because it was read or could not be moved. */
  #isHeld = false
  /** When a log that was being read is waited for again, and when the warning may be repeated. */
  #nextRestart = 0
  #nextWarning = 0

  /** Ends what has long been read in this process, and says how much that is, so that the log can be begun anew. */
  onLong: () => number = () => 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Call it after each commit. When the log is too long, it returns a promise to await before the next commit. */
  afterCommit(): Promise<void> | undefined {
    try {
      const [bytes, moved] = this.#look()
      this.#bytes = bytes
      // The next commit begins a log anew that is moved to its end, unless other processes keep reading from it.
      if (bytes >= LONG_LOG && this.#mayRestart) return this.#start(WHOLE)
      if (bytes >= this.#parts.maxLogBytes / 2) this.#endReaders()
      if (bytes >= TOO_LONG_LOG) this.#warnOfLength()
      if (bytes - moved >= LOG) void this.#start('PASSIVE')
      return undefined
    } catch (error) {
      this.#tell(messageOf(error))
      return undefined
    }
  }

  /** The bytes of the log, and how many of them are in the file already. */
  #look(): readonly [bytes: number, moved: number] {
    if (!CAN_LOOK) {
      const size = statSync(`${this.#parts.path}-wal`, { throwIfNoEntry: false })?.size ?? 0
      // This SQLite moves the pages by itself.
      return [size, size]
    }
    const { writer } = this.#parts
    // A file keeps the size of page that it was made with.
    this.#pageSize ??= Number(writer.get('PRAGMA page_size')?.[0])
    const [, pages, moved] = writer.get('PRAGMA wal_checkpoint(NOOP)') as [unknown, number, number]
    return [pages * this.#pageSize, moved * this.#pageSize]
  }

  /** Begins a move of a log of any length. After a write that failed on a full disk, a move can free some room. */
  move(): void {
    void this.#start('PASSIVE')
  }

  /**
   * Why no more may be written: the log has its greatest size, and is still read. Asking tries to shorten it. One
   * commit that is longer than that, as of new indexes, refuses nothing: writers wait until it is moved.
   */
  refusal(): DocstoreError | undefined {
    if (!this.#isHeld || this.#bytes < this.#parts.maxLogBytes) return undefined
    this.#endReaders()
    if (this.#mayRestart) void this.#start(WHOLE)
    return new DocstoreError('DOCSTORE_BUSY', `Nothing can be written: ${this.#longLog()}`)
  }

  get #mayRestart(): boolean {
    return performance.now() >= this.#nextRestart
  }

  #start(mode: Move): Promise<void> {
    this.#running ??= this.#ask(mode)
      .catch(async (error: unknown) => {
        await this.#thread?.terminate()
        this.#thread = undefined
        return { problem: messageOf(error), damage: null, isRead: false }
      })
      .then(({ problem, damage, isRead }) => {
        this.#running = undefined
        this.#tell(problem)
        if (damage !== null) this.#parts.onDamage(new DocstoreError('DOCSTORE_DAMAGED', damage))
        if (mode === WHOLE) this.#isHeld = isRead || problem !== null
        if (mode === WHOLE && problem === null) this.#restarted(isRead)
      })
    return this.#running
  }

  #restarted(isRead: boolean): void {
    if (isRead) this.#nextRestart = performance.now() + TRY_AGAIN
    else this.#bytes = 0
  }

  #endReaders(): void {
    const ended = this.onLong()
    if (ended === 0) return
    this.#nextRestart = 0
    this.#parts.log(
      `${ended} cursors that were open for long were ended, because the write-ahead log of ${this.#parts.path} grows ` +
        'as long as they are; a plugin has to read a cursor to its end at once, or call close()',
    )
  }

  #warnOfLength(): void {
    const now = performance.now()
    if (now < this.#nextWarning) return
    this.#nextWarning = now + WARN_AGAIN
    this.#parts.log(this.#longLog())
  }

  #longLog(): string {
    const megabytes = Math.round(this.#bytes / 1024 / 1024)
    return (
      `the write-ahead log of ${this.#parts.path} has grown to ${megabytes} MB, because something still reads the file ` +
      'as it was before; end that reader, for instance a shell of sqlite3, a backup, or a cursor that a plugin leaves open'
    )
  }

  async close(): Promise<void> {
    await this.#running
    await this.#thread?.terminate()
  }

  /** Logs a problem once a minute at most, and not at each commit. */
  #tell(problem: string | null): void {
    const now = performance.now()
    if (problem === null || now < (this.#told.get(problem) ?? 0)) return
    this.#told.set(problem, now + WARN_AGAIN)
    this.#parts.log(
      `The write-ahead log of ${this.#parts.path} grows, because it could not be moved into the file: ${problem}`,
    )
  }

  async #ask(mode: Move): Promise<Moved> {
    this.#thread ??= this.#startThread()
    const thread = this.#thread
    // The thread keeps the process running only while a caller may wait for it.
    thread.ref()
    thread.postMessage(mode)
    const { signal } = this.#ended
    const [moved] = (await once(thread, 'message', { signal }).catch((error: unknown) => {
      signal.throwIfAborted()
      throw error
    })) as [Moved]
    thread.unref()
    return moved
  }

  #startThread(): Worker {
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

import type { WriteStatistics } from '../contract/docstore.ts'
import { DocstoreError } from '../errors.ts'
import type { Checkpoints } from './checkpoint.ts'
import { numberCommit } from './commit-number.ts'
import type { Connection } from './connection.ts'
import { flushFailure, isDiskFailure, writeFailure } from './failure.ts'
import type { LogFlush } from './flush.ts'

interface Job {
  readonly run: () => unknown
  /** Called after the commit. A job with this function has its own commit. */
  readonly afterCommit?: () => void
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/** A commit ends after this many jobs or milliseconds of work, so that acknowledgements do not wait long. */
const BATCH_JOBS = 1000
const BATCH_MILLISECONDS = 20

/** Options of a write queue. */
export interface QueueOptions {
  readonly maxWaiting: number
  /** Called when it is not known which commits are on disk. */
  readonly onFatal: (error: Error) => void
  /** The connection of reads without a session. It does not see a commit that is not on disk yet. */
  readonly reader: Pick<Connection, 'hold' | 'release'>
  readonly log: Pick<LogFlush, 'flush' | 'close'>
  readonly checkpoints: Pick<Checkpoints, 'afterCommit' | 'move' | 'refusal'>
}

/**
 * The queue of all writes. Jobs run one after another on the writer connection, all waiting ones in one SQLite
 * transaction. Each has its own savepoint, so that a failed job undoes no other. All are settled when the commit is on
 * disk, and only then do readers see it. Another thread waits for the disk; jobs that come meanwhile share the next
 * commit.
 */
export class WriteQueue {
  readonly #connection: Connection
  readonly #options: QueueOptions
  readonly #waiting: Job[] = []
  #draining: Promise<void> | undefined
  #isClosed = false
  /** Why the disk kept the last write from being stored; undefined once a write was stored again. */
  #diskFailure: unknown
  /** Why nothing is written any more, after a flush that failed. */
  #lost: DocstoreError | undefined
  /** The flush of the last commit, while it is awaited. */
  #flushing: Promise<void> | undefined
  /** The changes of the connection up to the last commit, as SQLite counts them. */
  #changes: unknown
  #writes = 0
  #commits = 0

  constructor(connection: Connection, options: QueueOptions) {
    this.#connection = connection
    this.#options = options
  }

  get statistics(): WriteStatistics {
    return { writes: this.#writes, commits: this.#commits }
  }

  /** Resolves to the result of `run` after its changes are on disk. */
  enqueue<R>(run: () => R | Promise<R>, afterCommit?: () => void): Promise<R> {
    if (this.#isClosed) return Promise.reject(new DocstoreError('DOCSTORE_CLOSED', 'The document store is closed'))
    const refusal = this.#refusal()
    if (refusal) return Promise.reject(refusal)
    if (this.#waiting.length >= this.#options.maxWaiting) {
      return Promise.reject(
        new DocstoreError('DOCSTORE_BUSY', `${this.#waiting.length} writes are waiting; try again later`),
      )
    }
    return new Promise<R>((resolve, reject) => {
      this.#waiting.push({
        run,
        resolve: resolve as (value: unknown) => void,
        reject,
        ...(afterCommit && { afterCommit }),
      })
      // Writes of the same turn of the event loop share a commit.
      this.#draining ??= new Promise(drained => setImmediate(() => void this.#drain().finally(drained)))
    })
  }

  /**
   * Resolves while writes are stored. After one that the disk refused, `write` is tried: it has to change a page.
   *
   * @throws DocstoreError saying why writes are not stored
   */
  async proveWritable(write: () => void): Promise<void> {
    const refusal = this.#refusal()
    if (refusal) throw refusal
    if (this.#diskFailure === undefined) return
    await this.enqueue(write)
    this.#diskFailure = undefined
  }

  /** Finishes the waiting jobs. New ones are refused. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    while (this.#draining) await this.#draining
    this.#options.log.close()
  }

  /**
   * Resolves when every commit is on disk.
   *
   * @throws DocstoreError when a flush failed, so that what another thread has read may be lost
   */
  async settled(): Promise<void> {
    await this.#flushing
    if (this.#lost) throw this.#lost
  }

  /** Whether a flush failed, so that the log may not be what the disk has. */
  get isLost(): boolean {
    return this.#lost !== undefined
  }

  #refusal(): DocstoreError | undefined {
    return this.#lost ?? this.#options.checkpoints.refusal()
  }

  async #drain(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        await this.#commitBatch()
        if (!this.#lost) await this.#options.checkpoints.afterCommit()
        // Between two commits, reads and the network can go on.
        await new Promise(resolve => setImmediate(resolve))
      }
    } finally {
      this.#draining = undefined
    }
  }

  async #commitBatch(): Promise<void> {
    const outcomes: (() => void)[] = []
    const done: Job[] = []
    try {
      this.#connection.run('BEGIN IMMEDIATE')
      await this.#runJobs(done, outcomes)
      this.#number()
      this.#options.reader.hold()
      this.#connection.run('COMMIT')
    } catch (error) {
      this.#options.reader.release()
      this.#abandon(done, error, outcomes)
      for (const deliver of outcomes) deliver()
      return
    }
    await this.#flush(done, outcomes)
  }

  /** A commit that changes nothing gets no number, which would be a change. */
  #number(): void {
    const [changes] = this.#connection.get('SELECT total_changes()') ?? []
    if (changes === this.#changes) return
    this.#changes = changes
    numberCommit(this.#connection)
  }

  /** Waits until the commit is on disk, then shows it to readers and settles its jobs. */
  async #flush(done: readonly Job[], outcomes: readonly (() => void)[]): Promise<void> {
    const { reader, log } = this.#options
    const flushing = log.flush()
    this.#flushing = flushing.catch(() => {})
    try {
      await flushing
    } catch (error) {
      this.#lose(done, error)
      return
    } finally {
      this.#flushing = undefined
    }
    reader.release()
    this.#commits += 1
    this.#writes += outcomes.length
    for (const job of done) this.#finish(job)
    for (const deliver of outcomes) deliver()
  }

  /** An error keeps neither the other jobs nor the queue from going on. */
  #finish({ afterCommit, reject }: Job): void {
    try {
      afterCommit?.()
    } catch (error) {
      reject(error)
    }
  }

  async #runJobs(done: Job[], outcomes: (() => void)[]): Promise<void> {
    const end = performance.now() + BATCH_MILLISECONDS
    let next = this.#waiting[0]
    while (next && done.length < BATCH_JOBS && (done.length === 0 || performance.now() < end)) {
      if (next.afterCommit && done.length > 0) return
      const job = next
      this.#waiting.shift()
      done.push(job)
      await this.#runJob(job, outcomes, done.length === 1 && this.#waiting.length === 0)
      if (job.afterCommit) return
      next = this.#waiting[0]
    }
  }

  /** A single job runs without a savepoint, which would keep a copy of every changed page in memory. */
  async #runJob(job: Job, outcomes: (() => void)[], isAlone: boolean): Promise<void> {
    const [begin, undo, end] = isAlone
      ? [[], ['ROLLBACK', 'BEGIN IMMEDIATE'], []]
      : [['SAVEPOINT job'], ['ROLLBACK TO job', 'RELEASE job'], ['RELEASE job']]
    for (const sql of begin) this.#connection.run(sql)
    try {
      const result = job.run()
      const value: unknown = result instanceof Promise ? await result : result
      for (const sql of end) this.#connection.run(sql)
      outcomes.push(() => job.resolve(value))
    } catch (error) {
      // SQLite itself rolls the whole transaction back, for example when the disk is full.
      if (!this.#connection.database.isTransaction) throw error
      for (const sql of undo) this.#connection.run(sql)
      this.#remember(error)
      outcomes.push(() => job.reject(writeFailure(error)))
    }
  }

  /**
   * Refuses these jobs and all others. After a flush that failed the system may forget what it has not written, and
   * report the next flush as done. Readers go on seeing what is on disk.
   */
  #lose(done: readonly Job[], cause: unknown): void {
    const error = flushFailure(cause)
    this.#lost = error
    for (const job of [...done, ...this.#waiting.splice(0)]) job.reject(error)
    this.#options.onFatal(error)
  }

  #remember(error: unknown): void {
    if (isDiskFailure(error)) this.#diskFailure = error
  }

  /** Rejects all jobs of a batch, because none of them is on disk. */
  #abandon(done: readonly Job[], cause: unknown, outcomes: (() => void)[]): void {
    if (this.#connection.database.isTransaction) this.#connection.run('ROLLBACK')
    const error = writeFailure(cause)
    this.#remember(cause)
    this.#options.checkpoints.move()
    outcomes.length = 0
    const failed = done.length > 0 ? done : this.#waiting.splice(0)
    for (const job of failed) outcomes.push(() => job.reject(error))
  }
}

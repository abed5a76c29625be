import type { WriteStatistics } from '../contract/docstore.ts'
import { DocstoreError } from '../errors.ts'
import type { Checkpoints } from './checkpoint.ts'
import type { Connection } from './connection.ts'
import { writeFailure } from './failure.ts'

interface Job {
  readonly run: () => unknown
  /** In a commit of its own, with something to do once it is on disk. */
  readonly afterCommit?: () => void
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/** A commit ends after this many jobs or milliseconds of work, so that acknowledgements are not held up. */
const BATCH_JOBS = 1000
const BATCH_MILLISECONDS = 20

/** What a write queue needs to know. */
export interface QueueOptions {
  readonly maxWaiting: number
  /** Called when the file is damaged. */
  readonly onFatal: (error: Error) => void
  readonly checkpoints: Pick<Checkpoints, 'afterCommit' | 'move'>
}

/**
 * The one way to write: jobs run one after another on the writer connection, as many as are waiting in one SQLite
 * transaction. Each is in a savepoint of its own, so that one that fails takes nothing with it, and all are settled
 * after the one commit that has put them on disk.
 */
export class WriteQueue {
  readonly #connection: Connection
  readonly #options: QueueOptions
  readonly #waiting: Job[] = []
  #draining: Promise<void> | undefined
  #isClosed = false
  #writes = 0
  #commits = 0

  constructor(connection: Connection, options: QueueOptions) {
    this.#connection = connection
    this.#options = options
  }

  get statistics(): WriteStatistics {
    return { writes: this.#writes, commits: this.#commits }
  }

  /** Resolves with the result of `run` once it is on disk. */
  enqueue<R>(run: () => R | Promise<R>, afterCommit?: () => void): Promise<R> {
    if (this.#isClosed) return Promise.reject(new DocstoreError('DOCSTORE_CLOSED', 'The document store is closed'))
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

  /** Finishes what is waiting, then refuses. */
  async close(): Promise<void> {
    this.#isClosed = true
    while (this.#draining) await this.#draining
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#commitBatch()
      await this.#options.checkpoints.afterCommit()
      // Reads and the network get their turn between two commits.
      await new Promise(resolve => setImmediate(resolve))
    }
    this.#draining = undefined
  }

  async #commitBatch(): Promise<void> {
    const settle: (() => void)[] = []
    const done: Job[] = []
    try {
      this.#connection.run('BEGIN IMMEDIATE')
      await this.#runJobs(done, settle)
      this.#connection.run('COMMIT')
      this.#commits += 1
      this.#writes += settle.length
      for (const job of done) job.afterCommit?.()
    } catch (error) {
      this.#abandon(done, error, settle)
    }
    for (const settleOne of settle) settleOne()
  }

  async #runJobs(done: Job[], settle: (() => void)[]): Promise<void> {
    const end = performance.now() + BATCH_MILLISECONDS
    let next = this.#waiting[0]
    while (next && done.length < BATCH_JOBS && (done.length === 0 || performance.now() < end)) {
      if (next.afterCommit && done.length > 0) return
      const job = next
      this.#waiting.shift()
      done.push(job)
      await this.#runJob(job, settle, done.length === 1 && this.#waiting.length === 0)
      if (job.afterCommit) return
      next = this.#waiting[0]
    }
  }

  /** A job without company needs no savepoint, which would keep a copy of every page it changes in memory. */
  async #runJob(job: Job, settle: (() => void)[], isAlone: boolean): Promise<void> {
    const [begin, undo, end] = isAlone
      ? [[], ['ROLLBACK', 'BEGIN IMMEDIATE'], []]
      : [['SAVEPOINT job'], ['ROLLBACK TO job', 'RELEASE job'], ['RELEASE job']]
    for (const sql of begin) this.#connection.run(sql)
    try {
      const result = job.run()
      const value: unknown = result instanceof Promise ? await result : result
      for (const sql of end) this.#connection.run(sql)
      settle.push(() => job.resolve(value))
    } catch (error) {
      // SQLite itself gives up the whole transaction when, for example, the disk is full.
      if (!this.#connection.database.isTransaction) throw error
      for (const sql of undo) this.#connection.run(sql)
      settle.push(() => job.reject(writeFailure(error)))
    }
  }

  /** Nothing of the batch is on disk: none of it is acknowledged. */
  #abandon(done: readonly Job[], cause: unknown, settle: (() => void)[]): void {
    if (this.#connection.database.isTransaction) this.#connection.run('ROLLBACK')
    const error = writeFailure(cause)
    this.#options.checkpoints.move()
    settle.length = 0
    const failed = done.length > 0 ? done : this.#waiting.splice(0)
    for (const job of failed) settle.push(() => job.reject(error))
    if (error instanceof DocstoreError && error.code === 'DOCSTORE_DAMAGED') this.#options.onFatal(error)
  }
}

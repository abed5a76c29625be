import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Worker } from 'node:worker_threads'
import { DocstoreError } from '../errors.ts'
import type { LongRead } from './long-read.ts'
import {
  isOutOfMemory,
  MEMORY,
  receivedError,
  type SentError,
  startReader,
  type ThreadFailure,
} from './thread-reader.ts'

const THREAD = new URL(`./read-thread${extname(fileURLToPath(import.meta.url))}`, import.meta.url)

/** The most reads that wait for the thread. */
const MOST_WAITING = 100
/** The thread ends when nothing was read for this long. Milliseconds. */
const IDLE = 15_000

/** The answer of the thread. */
export type Answer = { readonly result: unknown } | SentError

interface Waiting {
  readonly read: LongRead
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

/**
 * Runs reads in a thread of their own, one after another, so that this thread goes on. The thread is started when it is
 * needed, and ends when it is idle, because it takes memory. A read that is not done at its deadline ends with the
 * thread: SQLite offers no other way to interrupt a statement.
 */
export class ReadsApart {
  readonly #path: string
  readonly #onDamage: (error: DocstoreError) => void
  #thread: Worker | undefined
  /** The reads in their order; the first one is at work. */
  #waiting: Waiting[] = []
  #idle: NodeJS.Timeout | undefined
  /** The end of the last thread. Only then is another one started, so that there is one at most. */
  #ending: Promise<unknown> = Promise.resolve()
  #isClosed = false

  constructor(path: string, onDamage: (error: DocstoreError) => void) {
    this.#path = path
    this.#onDamage = onDamage
  }

  /**
   * Reads, within a number of milliseconds from now, the time in which it waits for others included.
   *
   * @throws DocstoreError `DOCSTORE_READ_TOO_LONG`, `DOCSTORE_BUSY` or `DOCSTORE_CLOSED`
   */
  async run(read: LongRead, milliseconds: number): Promise<unknown> {
    if (this.#isClosed) throw closed()
    if (this.#waiting.length >= MOST_WAITING)
      throw new DocstoreError('DOCSTORE_BUSY', `${this.#waiting.length} long reads are waiting; try again later`)
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const waiting = { read, resolve, reject }
    const timer = setTimeout(() => this.#giveUp(waiting, tooLong(`longer than ${milliseconds} ms`)), milliseconds)
    this.#waiting.push(waiting)
    if (this.#waiting.length === 1) this.#next()
    try {
      return await promise
    } finally {
      clearTimeout(timer)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const { reject } of this.#waiting.splice(0)) reject(closed())
    this.#end()
    await this.#ending
  }

  #next(): void {
    const [first] = this.#waiting
    clearTimeout(this.#idle)
    if (first) void this.#ending.then(() => this.#send(first))
    else this.#idle = setTimeout(() => this.#end(), IDLE).unref()
  }

  #send(waiting: Waiting): void {
    // It may have been given up while the last thread ended.
    if (this.#waiting[0] !== waiting) return
    this.#thread ??= this.#start()
    this.#thread.ref()
    try {
      this.#thread.postMessage(waiting.read)
    } catch (error) {
      // A filter may have values that no thread can be sent, such as functions.
      this.#done(({ reject }) => reject(error))
    }
  }

  #done(settle: (waiting: Waiting) => void): void {
    const waiting = this.#waiting.shift()
    this.#thread?.unref()
    if (waiting) settle(waiting)
    this.#next()
  }

  #giveUp(waiting: Waiting, error: DocstoreError): void {
    const place = this.#waiting.indexOf(waiting)
    if (place < 0) return
    this.#waiting.splice(place, 1)
    waiting.reject(error)
    if (place > 0) return
    this.#end()
    this.#next()
  }

  #end(): void {
    const thread = this.#thread
    this.#thread = undefined
    if (thread) this.#ending = thread.terminate()
  }

  #start(): Worker {
    const thread = startReader(THREAD, this.#path)
    thread.on('message', (answer: Answer) => {
      if (this.#thread === thread)
        this.#done(({ resolve, reject }) => {
          if ('result' in answer) resolve(answer.result)
          else reject(receivedError(answer, this.#onDamage))
        })
    })
    let failure: Error | undefined
    thread.on('error', (error: Error) => {
      failure = error
    })
    thread.once('exit', () => {
      if (this.#thread !== thread) return
      this.#thread = undefined
      if (this.#waiting.length > 0) this.#done(({ reject }) => reject(endedBy(failure)))
    })
    return thread
  }
}

function endedBy(failure: ThreadFailure): Error {
  if (isOutOfMemory(failure)) return tooLong(`more memory than ${MEMORY} MB`)
  return new DocstoreError('DOCSTORE_UNAVAILABLE', 'The thread that reads has ended', { cause: failure })
}

const tooLong = (what: string) =>
  new DocstoreError('DOCSTORE_READ_TOO_LONG', `A read takes ${what}, and was given up; ask for less`)
const closed = () => new DocstoreError('DOCSTORE_CLOSED', 'The document store is closed')

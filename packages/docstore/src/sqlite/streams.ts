import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Worker } from 'node:worker_threads'
import { DocstoreError } from '../errors.ts'
import { READ_DEADLINE } from '../read-deadline.ts'
import type { Doc } from './document.ts'
import type { LongRead } from './long-read.ts'
import {
  isOutOfMemory,
  MEMORY,
  receivedError,
  type SentError,
  startReader,
  type ThreadFailure,
} from './thread-reader.ts'

const THREAD = new URL(`./stream-thread${extname(fileURLToPath(import.meta.url))}`, import.meta.url)

/** The most streams that are open. */
const MOST = 100
/** How long a stream is not read from until it makes room for another one, and until it ends, as in MongoDB. */
const IDLE = 1_000
const TOO_IDLE = 10 * 60_000
/** How long a stream may be open while the log has to be moved into the file. */
const LONG = 30_000
/** How often idle streams are looked for. All of these are milliseconds. */
const LOOK = 60_000

/** A find of which the results are read some at a time. */
export type StreamedFind = Extract<LongRead, { readonly kind: 'find' }>

/** What the thread is asked. */
export type StreamRequest =
  | { readonly id: number; readonly find: StreamedFind }
  | { readonly id: number; readonly more: true }
  | { readonly id: number; readonly close: true }

/** Some results of a stream. */
export interface Batch {
  readonly documents: readonly Doc[]
  readonly isLast: boolean
}

/** What the thread answers. */
type StreamAnswer = { readonly id: number } & ({ readonly batch: Batch } | SentError)

/** Results that another thread reads from a snapshot of the file, as it was when the stream was opened. */
export interface Stream {
  /**
   * Reads the next results. Nobody calls it again before it has answered.
   *
   * @throws DocstoreError `DOCSTORE_CURSOR_ENDED` or `DOCSTORE_READ_TOO_LONG`
   */
  readonly more: () => Promise<Batch>
  /** Notes that its results are being read, also when no more are needed yet. */
  readonly touch: () => void
  readonly release: () => void
}

interface Open {
  readonly id: number
  readonly since: number
  readAt: number
  /** The caller that waits for an answer. */
  waiting?: { readonly resolve: (batch: Batch) => void; readonly reject: (error: Error) => void } | undefined
  /** Why it has ended, before all results were read. */
  ended?: Error
}

/**
 * The streams of a store. A thread reads them, so that nobody waits for one that passes over many rows. Each keeps
 * files open, and the log from being begun anew, so none is left open for ever.
 */
export class Streams {
  readonly #path: string
  readonly #onDamage: (damage: DocstoreError) => void
  /** In the order in which they were opened. */
  readonly #open = new Map<number, Open>()
  #count = 0
  #isClosed = false
  #thread: Worker | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(path: string, onDamage: (damage: DocstoreError) => void) {
    this.#path = path
    this.#onDamage = onDamage
  }

  /** @throws DocstoreError `DOCSTORE_BUSY` when as many streams are read from as may be open; `DOCSTORE_CLOSED` */
  async open(find: StreamedFind): Promise<Stream> {
    if (this.#isClosed) throw closed()
    if (this.#open.size >= MOST) this.#makeRoom()
    const now = performance.now()
    const stream: Open = { id: ++this.#count, since: now, readAt: now }
    this.#open.set(stream.id, stream)
    this.#timer ??= setInterval(() => this.#look(), LOOK).unref()
    try {
      await this.#ask(stream, { id: stream.id, find })
    } catch (error) {
      this.#release(stream)
      throw error
    }
    return {
      more: () => this.#ask(stream, { id: stream.id, more: true }),
      touch: () => {
        stream.readAt = performance.now()
      },
      release: () => this.#release(stream),
    }
  }

  /** Ends the streams that have long been open, and returns how many these were. */
  endLong(): number {
    return this.#endAll(({ since }) => since, LONG, 'the log of the store grows as long as it is open')
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    await this.#endThread(closed)
  }

  async #ask(stream: Open, request: StreamRequest): Promise<Batch> {
    if (stream.ended) throw stream.ended
    const { promise, resolve, reject } = Promise.withResolvers<Batch>()
    stream.waiting = { resolve, reject }
    const timer = setTimeout(
      () => void this.#endThread(one => (one === stream ? tooLong() : endedBeside())),
      READ_DEADLINE,
    )
    try {
      this.#thread ??= this.#start()
      this.#thread.ref()
      this.#thread.postMessage(request)
      return await promise
    } finally {
      clearTimeout(timer)
      stream.waiting = undefined
      stream.readAt = performance.now()
      if (![...this.#open.values()].some(({ waiting }) => waiting)) this.#thread?.unref()
    }
  }

  #makeRoom(): void {
    const idlest = [...this.#open.values()].reduce((one, other) => (other.readAt < one.readAt ? other : one))
    if (performance.now() - idlest.readAt < IDLE)
      throw new DocstoreError('DOCSTORE_BUSY', `${MOST} cursors are being read from; try again later`)
    this.#end(idlest, ended(`${MOST} others are open`))
  }

  #look(): void {
    this.#endAll(({ readAt }) => readAt, TOO_IDLE, 'it was not read from for 10 minutes')
    if (this.#open.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
    void this.#endThread(endedBeside)
  }

  #endAll(from: (stream: Open) => number, milliseconds: number, why: string): number {
    const old = [...this.#open.values()].filter(stream => performance.now() - from(stream) >= milliseconds)
    for (const stream of old) this.#end(stream, ended(why))
    return old.length
  }

  #end(stream: Open, error: Error): void {
    stream.ended = error
    stream.waiting?.reject(error)
    this.#release(stream)
  }

  #release({ id }: Open): void {
    if (this.#open.delete(id)) this.#thread?.postMessage({ id, close: true } satisfies StreamRequest)
  }

  /** Ends the thread, and with it every stream. */
  async #endThread(why: (stream: Open) => Error): Promise<void> {
    const thread = this.#thread
    this.#thread = undefined
    for (const stream of this.#open.values()) this.#end(stream, why(stream))
    await thread?.terminate()
  }

  #start(): Worker {
    const thread = startReader(THREAD, this.#path)
    thread.on('message', (answer: StreamAnswer) => {
      const waiting = this.#open.get(answer.id)?.waiting
      if ('batch' in answer) waiting?.resolve(answer.batch)
      else waiting?.reject(receivedError(answer, this.#onDamage))
    })
    let failure: ThreadFailure
    thread.on('error', (error: Error) => {
      failure = error
    })
    thread.once('exit', () => {
      if (this.#thread === thread) void this.#endThread(({ waiting }) => (waiting ? endedBy(failure) : endedBeside()))
    })
    return thread
  }
}

const closed = () => new DocstoreError('DOCSTORE_CLOSED', 'The document store is closed')
const ended = (why: string) =>
  new DocstoreError(
    'DOCSTORE_CURSOR_ENDED',
    `A cursor was ended before its last result, because ${why}; read it to its end at once, or call close()`,
  )
const endedBeside = () => ended('the thread that reads cursors has ended')
const tooLong = () =>
  new DocstoreError(
    'DOCSTORE_READ_TOO_LONG',
    `A cursor looked longer than ${READ_DEADLINE} ms for its next result, and was given up; give its filter an index`,
  )

function endedBy(failure: ThreadFailure): Error {
  if (isOutOfMemory(failure))
    return new DocstoreError(
      'DOCSTORE_READ_TOO_LONG',
      `A cursor takes more memory than ${MEMORY} MB, and was given up; give its order an index`,
    )
  return new DocstoreError('DOCSTORE_UNAVAILABLE', 'The thread that reads cursors has ended', { cause: failure })
}

import { DocstoreError } from '../errors.ts'
import { Connection } from './connection.ts'
import type { Turns } from './turns.ts'

/** The most streams that are open. */
const MOST = 100
/** How long a stream is not read from until it makes room for another one, and until it ends in any case. As MongoDB. */
const IDLE = 1_000
const TOO_IDLE = 10 * 60_000
/** How long a stream may be open while the log has to be moved into the file. */
const LONG = 30_000
/** How often idle streams are looked for. All of these are milliseconds. */
const LOOK = 60_000

/** A connection with a snapshot of what is on disk, for results that are read one by one. */
export interface Stream {
  readonly connection: Connection
  /**
   * A promise to await before the next result; `undefined` while reads have not gone on for long.
   *
   * @throws DocstoreError `DOCSTORE_CURSOR_ENDED`
   */
  readonly turn: () => Promise<void> | undefined
  readonly release: () => void
}

interface Open {
  readonly connection: Connection
  readonly since: number
  readAt: number
  /** Why it has ended, before all results were read. */
  ended?: DocstoreError
}

/** The streams of a store. Each keeps files open, and the log from being begun anew, so none is left open for ever. */
export class Streams {
  readonly #path: string
  readonly #turns: Turns
  /** In the order in which they were opened. */
  readonly #open = new Set<Open>()
  #timer: NodeJS.Timeout | undefined

  constructor(path: string, turns: Turns) {
    this.#path = path
    this.#turns = turns
  }

  /** @throws DocstoreError `DOCSTORE_BUSY` when as many streams are read from as may be open */
  open(): Stream {
    if (this.#open.size >= MOST) this.#makeRoom()
    const connection = new Connection(this.#path, { readOnly: true })
    connection.hold()
    const now = performance.now()
    const stream: Open = { connection, since: now, readAt: now }
    this.#open.add(stream)
    this.#timer ??= setInterval(() => this.#endIdle(), LOOK).unref()
    return {
      connection,
      turn: () => {
        if (stream.ended) throw stream.ended
        stream.readAt = performance.now()
        return this.#turns.next
      },
      release: () => this.#release(stream),
    }
  }

  /** Ends the streams that have long been open, and returns how many these were. */
  endLong(): number {
    return this.#endAll(({ since }) => since, LONG, 'the log of the store grows as long as it is open')
  }

  close(): void {
    for (const stream of this.#open) this.#release(stream)
  }

  #makeRoom(): void {
    const idlest = [...this.#open].reduce((one, other) => (other.readAt < one.readAt ? other : one))
    if (performance.now() - idlest.readAt < IDLE)
      throw new DocstoreError('DOCSTORE_BUSY', `${MOST} cursors are being read from; try again later`)
    this.#end(idlest, `${MOST} others are open`)
  }

  #endIdle(): void {
    this.#endAll(({ readAt }) => readAt, TOO_IDLE, 'it was not read from for 10 minutes')
  }

  #endAll(from: (stream: Open) => number, milliseconds: number, why: string): number {
    const old = [...this.#open].filter(stream => performance.now() - from(stream) >= milliseconds)
    for (const stream of old) this.#end(stream, why)
    return old.length
  }

  #end(stream: Open, why: string): void {
    stream.ended = new DocstoreError(
      'DOCSTORE_CURSOR_ENDED',
      `A cursor was ended before its last result, because ${why}; read it to its end at once, or call close()`,
    )
    this.#release(stream)
  }

  #release(stream: Open): void {
    if (!this.#open.delete(stream)) return
    stream.connection.close()
    if (this.#open.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

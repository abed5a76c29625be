import { DocstoreError } from './errors.ts'

/** Queues of work, by name: work of one queue is done one after the other, of several at the same time. */
export class Queues {
  readonly #most: number
  #waiting = 0
  /** The end of the last work of each queue that has any. */
  readonly #last = new Map<string, Promise<unknown>>()

  /** `most` is how much work all queues may have together. */
  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most
  }

  /**
   * Does some work after all that was given to the queue before, whether that succeeded or not.
   *
   * @throws DocstoreError `DOCSTORE_BUSY` when the queues have as much work as they may
   */
  async after<R>(name: string, work: () => Promise<R>): Promise<R> {
    if (this.#waiting >= this.#most)
      throw new DocstoreError('DOCSTORE_BUSY', `${this.#waiting} long writes are waiting; try again later`)
    this.#waiting += 1
    const done = (this.#last.get(name) ?? Promise.resolve()).then(work)
    const end = done
      .catch(() => {})
      .then(() => {
        this.#waiting -= 1
        if (this.#last.get(name) === end) this.#last.delete(name)
      })
    this.#last.set(name, end)
    return done
  }
}

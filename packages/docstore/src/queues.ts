/** Queues of work, by name: work of one queue is done one after the other, of several at the same time. */
export class Queues {
  /** The end of the last work of each queue that has any. */
  readonly #last = new Map<string, Promise<unknown>>()

  /** Does some work after all that was given to the queue before, whether that succeeded or not. */
  async after<R>(name: string, work: () => Promise<R>): Promise<R> {
    const done = (this.#last.get(name) ?? Promise.resolve()).then(work)
    const end = done
      .catch(() => {})
      .then(() => {
        if (this.#last.get(name) === end) this.#last.delete(name)
      })
    this.#last.set(name, end)
    return done
  }
}

/** How long reads go on until the event loop has had a turn. Milliseconds. */
const LONGEST = 10

/**
 * Lets the rest of the process go on between reads. Reads of the embedded store are done when they are asked for, so
 * that a caller who reads one page after another would keep everybody else from being answered.
 */
export class ReadPauses {
  /** When the first read since the last turn of the event loop began. */
  #since: number | undefined

  /** A promise to await before the next read; `undefined` while reads have not gone on for long. */
  get next(): Promise<void> | undefined {
    return this.#isLong() ? this.#wait() : undefined
  }

  #isLong(): boolean {
    const now = performance.now()
    if (this.#since !== undefined) return now - this.#since >= LONGEST
    this.#since = now
    setImmediate(() => {
      this.#since = undefined
    })
    return false
  }

  /** Each caller waits alone, because what one does with its results counts before the next one reads. */
  async #wait(): Promise<void> {
    do await new Promise(resolve => setImmediate(resolve))
    while (this.#isLong())
  }
}

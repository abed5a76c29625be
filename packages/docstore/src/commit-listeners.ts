/** The functions that were registered by `session.onCommit` in one transaction. */
export class CommitListeners {
  readonly #log: ((message: string) => void) | undefined
  #listeners: (() => unknown)[] = []

  constructor(log: ((message: string) => void) | undefined) {
    this.#log = log
  }

  add(listener: () => unknown): void {
    this.#listeners.push(listener)
  }

  /** Removes the functions of an attempt that was rolled back, because the next attempt registers them again. */
  clear(): void {
    this.#listeners = []
  }

  /**
   * Calls every function, also when another fails, because the transaction is committed and can't be refused any more.
   */
  call(): void {
    const listeners = this.#listeners
    this.clear()
    for (const listener of listeners)
      new Promise(resolve => resolve(listener())).catch((error: unknown) =>
        this.#log?.(
          `A function registered by onCommit failed: ${error instanceof Error ? error.message : String(error)}`,
        ),
      )
  }
}

/** What was registered by `session.onCommit` in one transaction. */
export class CommitListeners {
  readonly #log: ((message: string) => void) | undefined
  #listeners: (() => unknown)[] = []

  constructor(log: ((message: string) => void) | undefined) {
    this.#log = log
  }

  add(listener: () => unknown): void {
    this.#listeners.push(listener)
  }

  /** Forgets what an attempt registered that was rolled back, because the next one registers its own. */
  clear(): void {
    this.#listeners = []
  }

  /** Calls all of them, each although another fails: the transaction is committed, so nothing can be refused any more. */
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

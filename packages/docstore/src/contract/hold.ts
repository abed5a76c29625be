/**
 * What work of `exclusively` has in its hand. Another process takes the lock when this one gives no sign of life for
 * `lockPatience`, as when its machine is paused.
 *
 * @example
 * for (const step of steps) {
 *   await hold?.check()
 *   await step()
 * }
 */
export interface Hold {
  /** Aborted, with the error, soon after the lock was lost. */
  readonly signal: AbortSignal
  /**
   * Asks the store whether the lock is still held. Work of several steps calls it before each.
   *
   * @throws DocstoreError `DOCSTORE_LOCK_LOST`
   */
  check(): Promise<void>
}

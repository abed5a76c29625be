/**
 * The inputs of jobs by the name of the job. A plugin adds those of its own jobs, so that the compiler checks calls of
 * `add`; a job that is not named here takes any object.
 *
 * @example
 * declare module '@platform/plugin-sdk' {
 *   interface JobInputs { 'likes.recount': { asset: string } }
 * }
 */
export interface JobInputs {}

/**
 * A transaction of the document store, as `docstore.transaction` passes it to its function.
 *
 * @example
 * const announce = (session: TransactionSession) => session.onCommit(() => console.log('stored'))
 */
export interface TransactionSession {
  /** Whether the transaction is still open. */
  inTransaction(): boolean
  /** Calls `fn` once the transaction is committed. */
  onCommit(fn: () => void): void
}

/**
 * Options for adding a job.
 *
 * @example
 * const tomorrow: AddJobOptions = { delay: 86_400_000, key: 'digest:ada' }
 */
export interface AddJobOptions {
  /** While a job with this key waits or runs, it is not added again. */
  readonly key?: string
  /** Milliseconds to wait before the job may begin. @defaultValue 0 */
  readonly delay?: number
  /** The transaction that the job belongs to: the job exists only if that transaction is committed. */
  readonly session?: TransactionSession
}

/**
 * The service `jobs`, which adds jobs to the queue.
 *
 * @example
 * await jobs.add('likes.recount', { asset: comment.asset_id }, { key: comment.asset_id })
 */
export interface Jobs {
  /**
   * Adds a job of this name.
   *
   * @returns the id of the job; when a job with the same `key` waits, the id of that job.
   * @throws Error when there is no job of that name, or when the input does not fit the job's schema
   * @throws PlatformError UNAVAILABLE when too many jobs wait
   */
  add<Name extends string>(
    name: Name,
    input: Name extends keyof JobInputs ? JobInputs[Name] : object,
    options?: AddJobOptions,
  ): Promise<string>
  /**
   * Removes the job with this key, so that it never runs. One that has begun may end its attempt, but is not tried
   * again, and another one with its key can be added at once.
   *
   * @returns `false` when no job with this key waits: there was none, it has begun, or it is done.
   * @throws Error when there is no job of that name
   * @example
   * await jobs.withdraw('verdicts.send', comment.id)
   */
  withdraw(name: string, key: string, options?: Pick<AddJobOptions, 'session'>): Promise<boolean>
}

/**
 * The jobs this compilation knows by name, each with what it is given. A plugin adds its own, so that `add` checks
 * their input; a job that is not named here takes any object.
 *
 * @example
 * declare module '@platform/plugin-sdk' {
 *   interface JobInputs { 'likes.recount': { asset: string } }
 * }
 */
export interface JobInputs {}

/**
 * A transaction of the document store, as `docstore.transaction` hands it out.
 *
 * @example
 * const announce = (session: TransactionSession) => session.onCommit(() => console.log('stored'))
 */
export interface TransactionSession {
  inTransaction(): boolean
  /** Calls `fn` once the transaction is committed. */
  onCommit(fn: () => void): void
}

/**
 * How a job is added.
 *
 * @example
 * const tomorrow: AddJobOptions = { delay: 86_400_000, key: 'digest:ada' }
 */
export interface AddJobOptions {
  /** Names the work, so that it is not added again while it waits or runs. */
  readonly key?: string
  /** Milliseconds before it may begin. Default: none. */
  readonly delay?: number
  /** The transaction the job belongs to: the job exists when, and only when, that is committed. */
  readonly session?: TransactionSession
}

/**
 * The service `jobs`, which puts work into the queue.
 *
 * @example
 * await jobs.add('likes.recount', { asset: comment.asset_id }, { key: comment.asset_id })
 */
export interface Jobs {
  /**
   * Adds a job that some plugin defines by this name.
   *
   * @returns the job's id; that of the job already waiting when `key` is taken.
   * @throws Error when there is no job of that name, or the input is not what the job takes
   * @throws PlatformError UNAVAILABLE when far too many wait
   */
  add<Name extends string>(
    name: Name,
    input: Name extends keyof JobInputs ? JobInputs[Name] : object,
    options?: AddJobOptions,
  ): Promise<string>
}

/**
 * The codes of what a test can leave behind.
 *
 * @example
 * const leaks = error.forgotten.filter(({ code }) => code === ('LEAKED_TIMER' satisfies ForgottenCode))
 */
export type ForgottenCode =
  | 'LEAKED_TIMER'
  | 'LEAKED_SERVER'
  | 'LEAKED_PROCESS'
  | 'LEAKED_WATCHER'
  | 'LEAKED_LISTENER'
  | 'UNHANDLED_REJECTION'
  | 'NETWORK_USE'
  | 'UNUSED_STUB'

/**
 * One thing that a test left behind.
 *
 * @example
 * const print = ({ code, message, fix }: Forgotten) => `${code} ${message}; ${fix}`
 */
export interface Forgotten {
  readonly code: ForgottenCode
  readonly message: string
  readonly fix: string
  /** The error itself, when there is one. */
  readonly cause?: unknown
}

/**
 * Thrown when a test platform is closed and the test left something behind. It lists everything together.
 *
 * @example
 * await expect(platform.close()).rejects.toThrow(ForgottenError)
 */
export class ForgottenError extends AggregateError {
  readonly code = 'PLUGIN_TEST_FORGOTTEN'
  readonly forgotten: readonly Forgotten[]

  constructor(forgotten: readonly Forgotten[]) {
    super(
      forgotten.flatMap(({ cause }) => (cause === undefined ? [] : [cause])),
      forgotten.map(({ code, message, fix }) => `${code}  ${message}\n  fix  ${fix}`).join('\n'),
    )
    this.name = 'ForgottenError'
    this.forgotten = forgotten
  }
}

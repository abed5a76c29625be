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
    // Vitest shows the errors of an aggregate in place of its message, so that without them it would show nothing.
    super(
      forgotten.map(each => new Error(textOf(each), 'cause' in each ? { cause: each.cause } : {})),
      forgotten.map(textOf).join('\n'),
    )
    this.name = 'ForgottenError'
    this.forgotten = forgotten
  }
}

const textOf = ({ code, message, fix }: Forgotten): string => `${code}  ${message}\n  fix  ${fix}`

import { AuthError } from '../errors.ts'

/**
 * A problem of the configured keys. Neither field ever contains key material.
 *
 * @example
 * ```ts
 * const problem: KeyProblem = { variable: 'PLATFORM_JWT_SECRET', message: 'the secret is empty' }
 * ```
 */
export interface KeyProblem {
  /** The environment variable to change, for example `PLATFORM_JWT_SECRETS`. */
  readonly variable: string
  /** The place in the variable, the problem, and what is allowed. */
  readonly message: string
}

/**
 * The error of configured keys that can't be used, with the code `KEYS_INVALID`. `problems` has all problems, and the
 * message has one line for each.
 *
 * @example
 * ```ts
 * if (error instanceof KeySetError) for (const { variable, message } of error.problems) log(variable, message)
 * ```
 */
export class KeySetError extends AuthError {
  override readonly name = 'KeySetError'
  readonly problems: readonly KeyProblem[]

  constructor(problems: readonly KeyProblem[]) {
    super('KEYS_INVALID', problems.map(({ variable, message }) => `KEYS_INVALID ${variable}: ${message}`).join('\n'))
    this.problems = problems
  }
}

/** Collects problems, so that one start reports all of them. */
export class KeyProblems {
  readonly #found: KeyProblem[] = []

  add(variable: string, message: string): void {
    this.#found.push({ variable, message })
  }

  /** @throws {@link KeySetError} when there are any. */
  throwIfAny(): void {
    if (this.#found.length > 0) throw new KeySetError(this.#found)
  }
}

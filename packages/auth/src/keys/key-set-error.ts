import { AuthError } from '../errors.ts'

/** One thing that is wrong with the configured keys. Neither field ever contains key material. */
export interface KeyProblem {
  /** The environment variable to change, for example `PLATFORM_JWT_SECRETS`. */
  readonly variable: string
  /** Where in it, what is wrong and what is allowed. */
  readonly message: string
}

/**
 * The configured keys can't be used (code `KEYS_INVALID`); `problems` has all of them, and the message
 * lists one per line.
 */
export class KeySetError extends AuthError {
  override readonly name = 'KeySetError'
  readonly problems: readonly KeyProblem[]

  constructor(problems: readonly KeyProblem[]) {
    super('KEYS_INVALID', problems.map(({ variable, message }) => `KEYS_INVALID ${variable}: ${message}`).join('\n'))
    this.problems = problems
  }
}

/** Gathers problems, so that one start shows all of them. */
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

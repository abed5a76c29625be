/**
 * One refused variable: its name (or `.env`), and a message that says what is allowed. It never has the value of a
 * secret.
 *
 * @example
 * const problem: ConfigProblem = { variable: 'PORT', message: 'must be a whole number from 0 to 65535' }
 */
export interface ConfigProblem {
  readonly variable: string
  readonly message: string
}

/**
 * Thrown by `loadConfig` with all problems of the environment.
 *
 * `message` has one line per problem, `CONFIG_INVALID <VARIABLE>: <reason>`, and one per warning,
 * `CONFIG_WARNING <text>`, because a misspelt name may be the reason. It is ready for standard error.
 * `exitCode` is 78 (EX_CONFIG), the code that the process should end with.
 *
 * @example
 * try { loadConfig({ env: process.env, cwd: process.cwd() }) }
 * catch (error) {
 *   if (!(error instanceof ConfigError)) throw error
 *   console.error(error.message)
 *   process.exitCode = error.exitCode
 * }
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly code = 'CONFIG_INVALID'
  readonly exitCode = 78
  readonly problems: readonly ConfigProblem[]

  constructor(problems: readonly ConfigProblem[], warnings: readonly string[] = []) {
    super(
      [
        ...problems.map(({ variable, message }) => `CONFIG_INVALID ${variable}: ${message}`),
        ...warnings.map(warning => `CONFIG_WARNING ${warning}`),
      ].join('\n'),
    )
    this.problems = Object.freeze(problems.map(problem => Object.freeze({ ...problem })))
  }
}

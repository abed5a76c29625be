import { EXIT } from '../../runtime/failure.ts'

/** The reason why a command about plugins failed, in one line that also says what to do instead. */
export class PluginCommandError extends Error {
  readonly code: string
  readonly exitCode: number

  constructor(
    code: string,
    message: string,
    { exitCode = EXIT.failed as number, ...options }: ErrorOptions & { exitCode?: number } = {},
  ) {
    super(message, options)
    this.name = 'PluginCommandError'
    this.code = code
    this.exitCode = exitCode
  }
}

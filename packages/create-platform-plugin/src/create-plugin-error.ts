/**
 * The error of {@link createPlugin}, which has then left no file.
 *
 * @example
 * if (error instanceof CreatePluginError && error.code === 'DIRECTORY_TAKEN') chooseAnother()
 */
export class CreatePluginError extends Error {
  readonly code: 'NAME_INVALID' | 'DIRECTORY_TAKEN' | 'DIRECTORY_UNWRITABLE' | 'PARTS_MISSING'
  /** The exit code of a command with this error, after sysexits(3). */
  readonly exitCode: number

  constructor(code: CreatePluginError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CreatePluginError'
    this.code = code
    this.exitCode = code.startsWith('DIRECTORY_') ? 73 : 64
  }
}

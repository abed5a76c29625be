/**
 * The error of {@link createPlugin}, which has then written no file.
 *
 * @example
 * if (error instanceof CreatePluginError && error.code === 'DIRECTORY_TAKEN') chooseAnother()
 */
export class CreatePluginError extends Error {
  readonly code: 'NAME_INVALID' | 'DIRECTORY_TAKEN' | 'PARTS_MISSING'
  /** The exit code of a command with this error, after sysexits(3). */
  readonly exitCode: number

  constructor(code: CreatePluginError['code'], message: string) {
    super(message)
    this.name = 'CreatePluginError'
    this.code = code
    this.exitCode = code === 'DIRECTORY_TAKEN' ? 73 : 64
  }
}

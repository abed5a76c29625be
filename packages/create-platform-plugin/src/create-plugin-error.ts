/**
 * Why no plugin is written. Nothing was changed.
 *
 * @example
 * if (error instanceof CreatePluginError && error.code === 'DIRECTORY_TAKEN') chooseAnother()
 */
export class CreatePluginError extends Error {
  readonly code: 'NAME_INVALID' | 'DIRECTORY_TAKEN'

  constructor(code: CreatePluginError['code'], message: string) {
    super(message)
    this.name = 'CreatePluginError'
    this.code = code
  }
}

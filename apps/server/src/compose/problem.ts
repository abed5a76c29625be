/** Something that keeps the platform from starting, with what mends it. */
export interface Problem {
  readonly code: string
  readonly message: string
  readonly fix?: string
  /** Names of the plugins concerned. */
  readonly owners: readonly string[]
}

/** Every problem of every plugin, in one report. */
export class CompositionError extends Error {
  readonly code = 'PLUGINS_INVALID'
  readonly exitCode = 78

  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(problems.map(print).join('\n'))
    this.name = 'CompositionError'
    this.problems = problems
  }
}

function print({ code, message, fix }: Problem): string {
  return `${code}  ${message}${fix ? `\n  fix  ${fix}` : ''}`
}

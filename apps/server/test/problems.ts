import { CompositionError, namesOf, type Problem, textOf } from '@platform/plugin-host'

/** A problem as an operator reads it, with the names of its plugins. */
export interface ReportedProblem {
  readonly code: string
  readonly owners: readonly string[]
  readonly message: string
  readonly fix?: string
}

export function reported(problems: readonly Problem[]): readonly ReportedProblem[] {
  return problems.map(problem => ({
    code: problem.code,
    owners: namesOf(problem),
    message: textOf(problem),
    ...(problem.fix === undefined ? {} : { fix: problem.fix }),
  }))
}

/** The same of a start that was refused, with what the process says of it. */
export async function refusalOf(
  start: Promise<AsyncDisposable>,
): Promise<{ code: string; exitCode: number; problems: readonly ReportedProblem[] }> {
  const error: unknown = await start.then(
    platform => platform[Symbol.asyncDispose](),
    (reason: unknown) => reason,
  )
  if (!(error instanceof CompositionError)) throw new Error(`it started, or failed otherwise: ${String(error)}`)
  return { code: error.code, exitCode: error.exitCode, problems: reported(error.problems) }
}

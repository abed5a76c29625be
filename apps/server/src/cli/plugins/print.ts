import { CompositionError, namesOf, type Problem, textOf } from '@platform/plugin-host'
import { describeFailure } from '../../runtime/failure.ts'
import { printable } from '../printable.ts'
import { processTerminal } from '../terminal.ts'

/** An answer as JSON and as text. */
export interface Answer {
  readonly asJson: object
  asText(): string
  readonly exitCode?: number
}

let reserved: ((text: string) => void) | null = null

/** Reserves standard output for answers; all other output goes to standard error. @returns the function to end it. */
export function reserveOutput(): () => void {
  const { stdout, stderr } = process
  const write = stdout.write
  reserved = text => {
    write.call(stdout, printable(text))
  }
  stdout.write = stderr.write.bind(stderr)
  return () => {
    reserved = null
    stdout.write = write
  }
}

/** Prints an answer as text, or as JSON with `--json`. @returns the exit code. */
export function answer({ json }: { readonly json?: boolean }, { asJson, asText, exitCode = 0 }: Answer): number {
  const print = reserved ?? processTerminal().out
  print(`${json ? JSON.stringify(asJson, null, 2) : asText()}\n`)
  return exitCode
}

/** The failure of a command as JSON; `exitCode` is that of the process. */
interface FailureObject {
  readonly error: {
    /** Such as `PLUGIN_NOT_FOUND`; `INTERNAL` for a fault of the server itself. */
    readonly code: string
    readonly message: string
    readonly exitCode: number
    readonly problems?: readonly ProblemFacts[]
  }
}

/** A problem as JSON. */
export interface ProblemFacts {
  readonly code: string
  readonly plugins: readonly string[]
  readonly hook: string | null
  readonly at: string | null
  /** The problem as a text, with its plugin, hook and files. */
  readonly cause: string
  readonly fix: string | null
}

/** Gives a problem the form that it has in every JSON answer. */
export function factsOf(problem: Problem): ProblemFacts {
  const { code, hook = null, at = null, fix = null } = problem
  return { code, plugins: namesOf(problem), hook, at, cause: textOf(problem), fix }
}

/** Prints a failure as a JSON object. @returns the exit code. */
export function answerFailure(error: unknown): number {
  const { message, exitCode, known } = describeFailure(error)
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  const problems = error instanceof CompositionError ? { problems: error.problems.map(factsOf) } : {}
  const failure: FailureObject = {
    error: { code: known && typeof code === 'string' ? code : 'INTERNAL', message, exitCode, ...problems },
  }
  return answer({ json: true }, { asJson: failure, asText: () => message, exitCode })
}

/** The lines that differ in two texts, with one line before and after them. */
export function diff(before: string, after: string): string {
  const [old, now] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start++
  let end = 0
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end++
  const changed = (lines: readonly string[], sign: string) =>
    lines.slice(start, lines.length - end).map(line => `${sign} ${line}`)
  const around = (line = '') => (line === '' ? [] : [`  ${line}`])
  return [
    ...around(old[start - 1]),
    ...changed(old, '-'),
    ...changed(now, '+'),
    ...around(end > 0 ? old[old.length - end] : undefined),
  ].join('\n')
}

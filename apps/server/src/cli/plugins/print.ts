import { CompositionError, namesOf, type Problem, textOf } from '@platform/plugin-host'
import { describeFailure } from '../../runtime/failure.ts'
import { printable } from '../printable.ts'
import { processTerminal } from '../terminal.ts'

/** One answer in two forms. */
export interface Answer {
  readonly machine: object
  human(): string
  readonly exitCode?: number
}

let reserved: ((text: string) => void) | null = null

/** Keeps the output for answers: what else is written there goes to the other one. @returns what ends it. */
export function reserveOutput(): () => void {
  const { stdout, stderr } = process
  const write = stdout.write
  reserved = text => {
    write.call(stdout, printable(text))
  }
  stdout.write = stderr.write.bind(stderr) as typeof write
  return () => {
    reserved = null
    stdout.write = write
  }
}

/** Prints for people, or for machines. @returns the exit code. */
export function answer({ json }: { readonly json?: boolean }, { machine, human, exitCode = 0 }: Answer): number {
  const print = reserved ?? processTerminal().out
  print(`${json ? JSON.stringify(machine, null, 2) : human()}\n`)
  return exitCode
}

/** What keeps a command from answering, for machines; the exit code is the process's own. */
interface FailureObject {
  readonly error: {
    /** `PLUGIN_NOT_FOUND`; `INTERNAL` for a fault of ours. */
    readonly code: string
    readonly message: string
    readonly exitCode: number
    readonly problems?: readonly ProblemFacts[]
  }
}

/** A problem as machines read it. */
export interface ProblemFacts {
  readonly code: string
  readonly plugins: readonly string[]
  readonly hook: string | null
  readonly at: string | null
  /** The text that people read: plugin, hook, what is wrong, and the files. */
  readonly cause: string
  readonly fix: string | null
}

/** The one form that problems have in answers to machines. */
export function factsOf(problem: Problem): ProblemFacts {
  const { code, hook = null, at = null, fix = null } = problem
  return { code, plugins: namesOf(problem), hook, at, cause: textOf(problem), fix }
}

/** Prints a failure as one object. @returns the exit code. */
export function answerFailure(error: unknown): number {
  const { message, exitCode, known } = describeFailure(error)
  const { code } = (error ?? {}) as { code?: unknown }
  const problems = error instanceof CompositionError ? { problems: error.problems.map(factsOf) } : {}
  const failure: FailureObject = {
    error: { code: known && typeof code === 'string' ? code : 'INTERNAL', message, exitCode, ...problems },
  }
  return answer({ json: true }, { machine: failure, human: () => message, exitCode })
}

/** Columns, as wide as their widest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_cell, i) => Math.max(...rows.map(row => row[i]?.length ?? 0)))
  return rows
    .map(row =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** The lines that two texts do not share, with one around them. */
export function diff(before: string, after: string): string {
  const [old, now] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start++
  let end = 0
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end++
  const changed = (lines: readonly string[], sign: string) =>
    lines.slice(start, lines.length - end).map(line => `${sign} ${line}`)
  const around = (line: string | undefined) => (line === undefined ? [] : [`  ${line}`])
  return [
    ...around(old[start - 1]),
    ...changed(old, '-'),
    ...changed(now, '+'),
    ...around(end > 0 ? old[old.length - end] : undefined),
  ].join('\n')
}

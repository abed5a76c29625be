import { describeFailure } from '../runtime/failure.ts'
import { jsonLine, readsJson } from './json-lines.ts'
import { printable } from './printable.ts'

/** Reports why a server does not start: in JSON where a program reads the output, as the log is. */
export function failAsServer(error: unknown): never {
  if (!readsJson(process.stderr)) return fail(error)
  const { message, exitCode } = describeFailure(error)
  process.stderr.write(`${jsonLine('fatal', message)}\n`)
  process.exit(exitCode)
}

/** Prints in one line why a command could not run, and ends the process. */
export function fail(error: unknown): never {
  const { message, exitCode } = describeFailure(error)
  process.stderr.write(printable(`${message}\n`))
  process.exit(exitCode)
}

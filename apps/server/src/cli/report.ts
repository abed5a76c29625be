import { PlatformError } from '@platform/plugin-sdk'
import { EXIT } from '../runtime/failure.ts'
import type { Terminal } from './terminal.ts'

/** Prints the answer of an operation, or the code and message of a `PlatformError`. @returns the exit code. */
export async function report(terminal: Terminal, work: () => Promise<string>): Promise<number> {
  try {
    terminal.out(`${await work()}\n`)
    return EXIT.ok
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    terminal.err(`${error.code}  ${error.message}\n`)
    return EXIT.failed
  }
}

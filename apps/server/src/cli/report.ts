import { PlatformError } from '@platform/plugin-sdk'
import { EXIT } from '../runtime/failure.ts'
import type { Terminal } from './terminal.ts'

/** Prints what a piece of work answers, or what was expected to go wrong with it. @returns the exit code. */
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

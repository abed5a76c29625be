import type { OperationName } from './operations/index.ts'

/** Ends the process with the exit code of a command, once the command is done. */
export type End = (code: Promise<number> | number) => Promise<void>

/** The option of every command that prints an answer. */
export const JSON_OPTION = ['--json', 'print the answer as JSON'] as const

/** Runs an operation. The server's modules are loaded only now, so that `--help` answers quickly. */
export async function perform(name: OperationName, options: object): Promise<number> {
  return (await import('./with-platform.ts')).perform(name, options)
}

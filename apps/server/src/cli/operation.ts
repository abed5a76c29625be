import { wording } from '@platform/config'
import type { Services } from '@platform/plugin-sdk'
import type { z } from 'zod'
import { EXIT } from '../runtime/failure.ts'
import type { Terminal } from './terminal.ts'

/** An operation does the work of a command, in the process of the command or in the running server. */
export interface Operation<P = Services> {
  /** @param options - as the command line gave them, unchecked. @returns the exit code. */
  run(services: P, options: unknown, terminal: Terminal): Promise<number>
}

interface Definition<S extends z.ZodType, P> {
  readonly options: S
  /** Names of the options that are given by position, in their order. */
  readonly positional?: readonly string[]
  run(services: P, options: z.output<S>, terminal: Terminal): Promise<number>
}

/** Makes an operation that checks its options first, and prints every one that is wrong. */
export function defineOperation<S extends z.ZodType, P = Services>({
  options: schema,
  positional = [],
  run,
}: Definition<S, P>): Operation<P> {
  return {
    async run(services, options, terminal) {
      const parsed = schema.safeParse(options, { error: wording })
      if (parsed.success) return run(services, parsed.data, terminal)
      for (const { path, message } of parsed.error.issues)
        terminal.err(
          `${positional.includes(String(path[0])) ? `<${path.join('.')}>` : `--${path.join('.')}`}: ${message}\n`,
        )
      return EXIT.usage
    },
  }
}

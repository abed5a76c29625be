import type { z } from 'zod'
import { wording } from '../input/wording.ts'
import type { Platform } from '../main/platform.ts'
import { EXIT } from '../runtime/failure.ts'
import type { Terminal } from './terminal.ts'

/** A command that works on a platform, or on parts of one: in a process of its own, or in a server that has the data open. */
export interface Operation<P = Platform> {
  /** @param options as they came from the command line, unchecked. @returns the exit code. */
  run(platform: P, options: unknown, terminal: Terminal): Promise<number>
}

interface Definition<S extends z.ZodType, P> {
  readonly options: S
  /** Those that are given without a name, in their order. */
  readonly positional?: readonly string[]
  run(platform: P, options: z.output<S>, terminal: Terminal): Promise<number>
}

/** An operation that checks its options first and names every one that is wrong. */
export function defineOperation<S extends z.ZodType, P = Platform>({
  options: schema,
  positional = [],
  run,
}: Definition<S, P>): Operation<P> {
  return {
    async run(platform, options, terminal) {
      const parsed = schema.safeParse(options, { error: wording })
      if (parsed.success) return run(platform, parsed.data, terminal)
      for (const { path, message } of parsed.error.issues)
        terminal.err(
          `${positional.includes(String(path[0])) ? `<${path.join('.')}>` : `--${path.join('.')}`}: ${message}\n`,
        )
      return EXIT.usage
    },
  }
}

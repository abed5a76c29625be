import type { Platform } from '../main/platform.ts'
import { EXIT } from '../runtime/failure.ts'
import type { Operation } from './operation.ts'
import { operations } from './operations/index.ts'
import type { Terminal } from './terminal.ts'

/** Runs an operation on a platform. @returns its exit code. */
export async function runOperation(
  platform: Platform,
  { name, options }: { name: string; options: unknown },
  terminal: Terminal,
): Promise<number> {
  const known: Readonly<Record<string, Operation>> = operations
  const operation = Object.hasOwn(known, name) ? known[name] : undefined
  if (operation) return operation.run(platform, options, terminal)
  terminal.err(`There is no command ${name}\n`)
  return EXIT.usage
}

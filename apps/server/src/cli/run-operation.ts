import type { Services } from '@platform/plugin-sdk'
import { EXIT } from '../runtime/failure.ts'
import type { Operation } from './operation.ts'
import { operations } from './operations/index.ts'
import type { Terminal } from './terminal.ts'

/** Runs the operation of a name on a platform. @returns its exit code. */
export async function runOperation(
  services: Services,
  { name, options }: { name: string; options: unknown },
  terminal: Terminal,
): Promise<number> {
  const known: Readonly<Record<string, Operation>> = operations
  const operation = Object.hasOwn(known, name) ? known[name] : undefined
  if (operation) return operation.run(services, options, terminal)
  terminal.err(`There is no command ${name}\n`)
  return EXIT.usage
}

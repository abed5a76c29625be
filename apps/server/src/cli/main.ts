import { secretValues } from '@platform/config'
import { guardOutput, keepSecret } from '../runtime/secrets.ts'
import { failAsServer } from './fail.ts'

/** The command line `platform`. */
export async function main(argv: readonly string[]): Promise<void> {
  keepSecret(secretValues({ env: process.env, cwd: process.cwd() }))
  guardOutput()
  const [, , command, ...options] = argv
  // The other commands and their library would stay in a server's memory: 2 MB.
  if (command === 'serve' && options.length === 0) await (await import('./serve.ts')).serve().catch(failAsServer)
  else await (await import('./program.ts')).runCommand(argv)
}

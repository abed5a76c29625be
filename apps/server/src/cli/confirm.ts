import { createInterface } from 'node:readline/promises'
import { EXIT } from '../boot/failure.ts'

interface Confirmation {
  /** What is asked, as a question. */
  readonly question: string
  /** Whether `--yes` was given: then nobody is asked. */
  readonly yes?: boolean | undefined
}

/**
 * Does what has no way back once whoever sits at the terminal has said so. Without a terminal it is refused, unless
 * `--yes` is given: a script says what it means.
 *
 * @returns the exit code
 */
export async function confirmed({ question, yes = false }: Confirmation, perform: () => Promise<number>): Promise<number> {
  if (yes) return perform()
  if (!process.stdin.isTTY) {
    process.stderr.write('There is no way back from this, and nobody to ask: give --yes to have it done\n')
    return EXIT.usage
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  // Whoever closes the terminal, or presses Ctrl-D, has not said yes.
  const closed = new Promise<string>(resolve => terminal.once('close', () => { resolve('') }))
  const answer = await Promise.race([terminal.question(`${question} There is no way back. [y/N] `), closed]).finally(() => { terminal.close() })
  if (/^y(es)?$/i.test(answer.trim())) return perform()
  process.stderr.write('Nothing was changed\n')
  return EXIT.failed
}

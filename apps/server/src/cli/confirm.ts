import { createInterface } from 'node:readline/promises'
import { EXIT } from '../runtime/failure.ts'
import type { Question } from './operations/ask-first.ts'
import { printable } from './printable.ts'
import { processTerminal } from './terminal.ts'

/** What has no way back; each has an operation `ask …` that looks up what it would be done to. */
type Irrevocable = 'users delete' | 'assets merge'

interface Options extends Readonly<Record<string, unknown>> {
  /** Whether `--yes` was given: then nobody is asked. */
  readonly yes?: boolean
}

/**
 * Does what has no way back once whoever sits at the terminal was shown what it would be done to and has said yes.
 * Without a terminal it is refused, unless `--yes` is given: a script says what it means.
 *
 * @returns the exit code
 */
export async function performConfirmed(name: Irrevocable, { yes = false, ...options }: Options): Promise<number> {
  const { err } = processTerminal()
  if (!yes && !process.stdin.isTTY) {
    err('There is no way back from this, and nobody to ask: give --yes to have it done\n')
    return EXIT.usage
  }
  const { perform } = await import('./with-platform.ts')
  if (yes) return perform(name, options)
  let asked = ''
  const code = await perform(`ask ${name}`, options, {
    ...processTerminal(),
    out: text => {
      asked += text
    },
  })
  if (code !== EXIT.ok) return code
  const { question, options: found } = JSON.parse(asked) as Question
  if (await agrees(question)) return perform(name, { ...options, ...found })
  err('Nothing was changed\n')
  return EXIT.failed
}

async function agrees(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  // Whoever closes the terminal, or presses Ctrl-D, has not said yes.
  const closed = new Promise<string>(resolve =>
    terminal.once('close', () => {
      resolve('')
    }),
  )
  const answer = await Promise.race([
    terminal.question(printable(`${question} There is no way back. [y/N] `)),
    closed,
  ]).finally(() => {
    terminal.close()
  })
  return /^y(es)?$/i.test(answer.trim())
}

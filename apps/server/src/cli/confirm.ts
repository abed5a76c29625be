import { createInterface } from 'node:readline/promises'
import { z } from 'zod'
import { EXIT } from '../runtime/failure.ts'
import type { Question } from './operations/ask-first.ts'
import { printable } from './printable.ts'
import { processTerminal } from './terminal.ts'

const questionSchema: z.ZodType<Question> = z.object({
  question: z.string(),
  options: z.record(z.string(), z.string()),
})

/** Commands that can't be undone; each has an operation `ask …` that looks up the records it would change. */
type ConfirmedCommand = 'users delete' | 'assets merge'

interface Options extends Readonly<Record<string, unknown>> {
  /** Whether `--yes` was given: then no question is asked. */
  readonly yes?: boolean
}

/**
 * Runs a command that can't be undone, after the user of the terminal has seen what it would change and has agreed.
 * Without a terminal the command is refused unless `--yes` is given, so that no script runs it by mistake.
 *
 * @returns the exit code
 */
export async function performConfirmed(name: ConfirmedCommand, { yes = false, ...options }: Options): Promise<number> {
  const { err } = processTerminal()
  if (!yes && !process.stdin.isTTY) {
    err("This can't be undone, and there is no terminal to ask for confirmation: give --yes to run it\n")
    return EXIT.usage
  }
  const { perform } = await import('./with-platform.ts')
  if (yes) return perform(name, options)
  let output = ''
  const code = await perform(`ask ${name}`, options, {
    ...processTerminal(),
    out: text => {
      output += text
    },
  })
  if (code !== EXIT.ok) return code
  const asked = questionSchema.parse(JSON.parse(output))
  if (await agrees(asked.question)) return perform(name, { ...options, ...asked.options })
  err('Nothing was changed\n')
  return EXIT.failed
}

async function agrees(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  // A closed terminal, or Ctrl-D, counts as no.
  const closed = new Promise<string>(resolve =>
    terminal.once('close', () => {
      resolve('')
    }),
  )
  const answer = await Promise.race([
    terminal.question(printable(`${question} This can't be undone. [y/N] `)),
    closed,
  ]).finally(() => {
    terminal.close()
  })
  return /^y(es)?$/i.test(answer.trim())
}

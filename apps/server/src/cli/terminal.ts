import { printable } from './printable.ts'

/**
 * The output of a command: the streams of its process, or of the command line that asked a server to run it. Control
 * characters are escaped.
 */
export interface Terminal {
  out(text: string): void
  err(text: string): void
  /** Replaces the line that was drawn before; an empty line clears it. */
  draw(line: string): void
  /** Width of the screen in characters; `null` when the output is no screen. */
  readonly columns: number | null
  /** Whether the user has ended the command; a long operation then stops after its current step. */
  readonly interrupted: boolean
}

export function processTerminal(): Terminal {
  return {
    out: text => {
      process.stdout.write(printable(text))
    },
    err: text => {
      process.stderr.write(printable(text))
    },
    draw: line => {
      process.stderr.write(`\r\x1b[K${printable(line)}`)
    },
    columns: process.stderr.isTTY ? process.stderr.columns : null,
    interrupted: false,
  }
}

/** The terminal of a command that stops in order at the first signal; a second signal ends the process. */
export function interruptibleTerminal(): Terminal {
  let interrupted = false
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      interrupted = true
    })
  return {
    ...processTerminal(),
    get interrupted() {
      return interrupted
    },
  }
}

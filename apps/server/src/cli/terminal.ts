import { printable } from './printable.ts'

/** Where a command writes; a process's own streams, or those of the command line that asked a server to run it. What is written steers nothing. */
export interface Terminal {
  out(text: string): void
  err(text: string): void
  /** Puts a line in place of the one that was drawn before; an empty one clears it. */
  draw(line: string): void
  /** Width of the screen; `null` when nobody is looking at one. */
  readonly columns: number | null
  /** Nobody is there any more: what takes long may stop. */
  readonly gone: boolean
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
    gone: false,
  }
}

/** The process's own, of a command that ends in order when it is told to: at once at the second time. */
export function interruptibleTerminal(): Terminal {
  let gone = false
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      gone = true
    })
  return {
    ...processTerminal(),
    get gone() {
      return gone
    },
  }
}

import { printable } from './printable.ts'

/** The signals by which a command is ended. */
const STOP = ['SIGINT', 'SIGTERM'] as const

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

/** Calls a function at the first signal; a second signal ends the process. Signals end it as usual when disposed of. */
export function onStop(listener: () => void): Disposable {
  for (const signal of STOP) process.once(signal, listener)
  return {
    [Symbol.dispose]() {
      for (const signal of STOP) process.off(signal, listener)
    },
  }
}

/** The terminal of a command that stops in order at the first signal; a second signal ends the process. */
export function interruptibleTerminal(terminal: Terminal = processTerminal()): Terminal & Disposable {
  let interrupted = false
  const stop = onStop(() => {
    interrupted = true
  })
  return {
    ...terminal,
    ...stop,
    get interrupted() {
      return interrupted
    },
  }
}

import type { Terminal } from './terminal.ts'

/** Shows how far a long command is: a bar that is redrawn on a screen, elsewhere a line every ten seconds. */
export interface Progress {
  /** @param bytesRead - bytes of the file read so far. @param items - comments imported so far. */
  show(bytesRead: number, items: number): void
  /** Removes the bar, so that another line can be printed. */
  clear(): void
  end(): void
}

/** Milliseconds between two drawings of the bar. */
const REDRAW = 100
/** Milliseconds between two lines. */
const LINE_EVERY = 10_000
/** Characters of the bar. */
const BAR = 30

/** @param size - of the file, in bytes. */
export function createProgress(terminal: Terminal, size: number): Progress {
  const began = performance.now()
  const { columns } = terminal
  const every = columns === null ? LINE_EVERY : REDRAW
  let last = columns === null ? began : Number.NEGATIVE_INFINITY
  let drawn = false
  const clear = () => {
    if (drawn) terminal.draw('')
    drawn = false
  }
  return {
    clear,
    end: clear,
    show(bytesRead, items) {
      const now = performance.now()
      if (now - last < every) return
      last = now
      const part = size === 0 ? 1 : Math.min(1, bytesRead / size)
      const percent = String(Math.floor(part * 100)).padStart(3)
      const speed = Math.round(items / ((now - began) / 1_000)).toLocaleString('en')
      const text = `${percent} %  ${megabytes(bytesRead)} of ${megabytes(size)} MB  ${speed} comments/s`
      if (columns === null) return terminal.err(`${text.trimStart()}\n`)
      const filled = Math.round(part * BAR)
      terminal.draw(`[${'='.repeat(filled)}${' '.repeat(BAR - filled)}] ${text}`.slice(0, columns - 1))
      drawn = true
    },
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}

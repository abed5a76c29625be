import type { Terminal } from './terminal.ts'

/** Tells how far a long command has come: a bar redrawn in place on a screen, a line now and then elsewhere. */
export interface Progress {
  /** @param bytesRead of the file's bytes. @param items done so far. */
  show(bytesRead: number, items: number): void
  /** Makes room for another line. */
  clear(): void
  end(): void
}

const REDRAW = 100
const LINE_EVERY = 10_000
const BAR = 30

/** @param size of the file, in bytes. */
export function createProgress(terminal: Terminal, size: number): Progress {
  const began = performance.now()
  const onScreen = terminal.columns !== null
  const every = onScreen ? REDRAW : LINE_EVERY
  let last = onScreen ? Number.NEGATIVE_INFINITY : began
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
      const text = `${String(Math.floor(part * 100)).padStart(3)} %  ${megabytes(bytesRead)} of ${megabytes(size)} MB  ${Math.round(items / ((now - began) / 1_000)).toLocaleString('en')} comments/s`
      if (!onScreen) return terminal.err(`${text.trimStart()}\n`)
      const filled = Math.round(part * BAR)
      terminal.draw(`[${'='.repeat(filled)}${' '.repeat(BAR - filled)}] ${text}`.slice(0, terminal.columns! - 1))
      drawn = true
    },
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}

import { readFileSync } from 'node:fs'

/** `bin/platform.js` on a Node that is too old, which runs the server on another one. */
const OLD_NODE = /[/\s]bin\/platform\.js\s/
/** The command lines of programs that run between `npx pnpm start` and the server. */
const LAUNCHER = /(^|[/\s])(npm|npx|pnpm|yarn|bun|bunx)(-cli)?(\.[cm]?js)?([\s@]|$)|^(sh|dash|bash)\s-c\s/
/** How often the launchers are looked for. Milliseconds. */
const EVERY = 1_000

/**
 * Calls `orphaned` when one of the programs that launched this process has ended: a signal ends `npx`, which does not
 * hand it on, and the server would go on alone. The program that launched the launchers may end. Without a launcher,
 * and on systems without `/proc`, nothing is watched.
 */
export function watchLaunchers(orphaned: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined && !OLD_NODE.test(commandOf(process.ppid))) return
  const chain = launchers(process.pid)
  if (chain.length < 2) return
  const timer = setInterval(() => {
    if (chain.every((pid, i) => i === chain.length - 1 || parentOf(pid) === chain[i + 1])) return
    clearInterval(timer)
    orphaned()
  }, EVERY).unref()
}

/** The ids of this process and its launchers, from the inside outwards. */
function launchers(pid: number): number[] {
  const parent = parentOf(pid)
  const command = parent === null ? '' : commandOf(parent)
  return parent !== null && (LAUNCHER.test(command) || OLD_NODE.test(command)) ? [pid, ...launchers(parent)] : [pid]
}

function parentOf(pid: number): number | null {
  // The name, in parentheses, may have any characters; the state and the parent come after it.
  const match = /^.*\) \S (\d+) /s.exec(read(pid, 'stat'))
  return match ? Number(match[1]) : null
}

function commandOf(pid: number): string {
  return read(pid, 'cmdline').replaceAll('\0', ' ').trim()
}

function read(pid: number, file: 'stat' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

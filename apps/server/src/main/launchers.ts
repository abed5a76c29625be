import { readFileSync } from 'node:fs'

/** What stands between `npx pnpm start` and the server. */
const LAUNCHER = /(^|[/\s])(npm|npx|pnpm|yarn|bun|bunx)(-cli)?(\.[cm]?js)?([\s@]|$)|^(sh|dash|bash)\s-c\s/
const EVERY = 1_000

/**
 * Calls `orphaned` when one of the programs that launched this process is gone: a signal to `npx` ends it without
 * being handed on, and the server would be left behind. Whoever launched those may go; without a launcher, and where
 * there is no `/proc`, nothing is watched.
 */
export function watchLaunchers(orphaned: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const chain = launchers(process.pid)
  if (chain.length < 2) return
  const timer = setInterval(() => {
    if (chain.every((pid, i) => i === chain.length - 1 || parentOf(pid) === chain[i + 1])) return
    clearInterval(timer)
    orphaned()
  }, EVERY).unref()
}

/** This process and, outwards, those that launched it. */
function launchers(pid: number): number[] {
  const parent = parentOf(pid)
  return parent !== null && LAUNCHER.test(commandOf(parent)) ? [pid, ...launchers(parent)] : [pid]
}

function parentOf(pid: number): number | null {
  // The name, in parentheses, may hold anything; behind it come the state and the parent.
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

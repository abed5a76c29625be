import { readFileSync, readlinkSync } from 'node:fs'

/** Programs that start other programs with the signals that they ignore themselves. */
const SHELL = /^(sh|dash|bash|ash|zsh|ksh|mksh|busybox|nohup)$/
const SIGHUP = 1n
const WRITE_ONLY = 1

/**
 * Whether the process was started so that the end of a terminal does not end it, as by `nohup`. Most versions of Node
 * reset SIGHUP before the first line of JavaScript runs, so the status of the process alone does not show it. Therefore
 * traces of `nohup` and a shell that ignores the signal count too.
 */
export function ignoresHangup(): boolean {
  return isIgnoredBy('self') || wasStartedByNohup() || isIgnoredByShell(process.ppid)
}

/**
 * Shells name the program that they started in `_`, or their own command line names it. At a terminal `nohup` opens the
 * input for writing only.
 */
function wasStartedByNohup(): boolean {
  const { _: started = '' } = process.env
  if (/(^|\/)nohup$/.test(started)) return true
  const flags = /^flags:\s*(\d+)$/m.exec(read('/proc/self/fdinfo/0'))?.[1]
  return (
    flags !== undefined && (Number.parseInt(flags, 8) & 3) === WRITE_ONLY && targetOf('/proc/self/fd/0') === '/dev/null'
  )
}

function isIgnoredByShell(pid: number): boolean {
  if (!SHELL.test(read(`/proc/${pid}/comm`).trim())) return false
  return isIgnoredBy(String(pid)) || /(^|[\0\s/])nohup\s/.test(read(`/proc/${pid}/cmdline`))
}

function isIgnoredBy(pid: string): boolean {
  const mask = /^SigIgn:\s*([0-9a-f]+)$/m.exec(read(`/proc/${pid}/status`))?.[1]
  return mask !== undefined && (BigInt(`0x${mask}`) & SIGHUP) !== 0n
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function targetOf(link: string): string {
  try {
    return readlinkSync(link)
  } catch {
    return ''
  }
}

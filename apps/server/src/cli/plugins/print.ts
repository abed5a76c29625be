import { processTerminal } from '../terminal.ts'

/** One answer in two forms. */
export interface Answer {
  readonly machine: object
  human(): string
  readonly exitCode?: number
}

/** Prints for people, or for machines. @returns the exit code. */
export function answer({ json }: { readonly json?: boolean }, { machine, human, exitCode = 0 }: Answer): number {
  processTerminal().out(`${json ? JSON.stringify(machine, null, 2) : human()}\n`)
  return exitCode
}

/** Columns, as wide as their widest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_cell, i) => Math.max(...rows.map(row => row[i]?.length ?? 0)))
  return rows.map(row => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ').trimEnd()).join('\n')
}

/** The lines that two texts do not share, with one around them. */
export function diff(before: string, after: string): string {
  const [old, now] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start++
  let end = 0
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end++
  const changed = (lines: readonly string[], sign: string) => lines.slice(start, lines.length - end).map(line => `${sign} ${line}`)
  const around = (line: string | undefined) => line === undefined ? [] : [`  ${line}`]
  return [...around(old[start - 1]), ...changed(old, '-'), ...changed(now, '+'), ...around(end > 0 ? old[old.length - end] : undefined)].join('\n')
}

import { configurationReference, describeConfig } from '@platform/config'
import { processTerminal } from './terminal.ts'

interface ConfigOptions { readonly json?: boolean; readonly reference?: boolean }

/** `platform config`: what is in force and where it came from, secrets hidden. */
export function printConfig({ json, reference }: ConfigOptions): number {
  const { out } = processTerminal()
  if (reference) out(configurationReference())
  else {
    const entries = describeConfig({ env: process.env, cwd: process.cwd() })
    out(json ? `${JSON.stringify(entries, null, 2)}\n` : table(entries.map(({ variable, value, source }) => [variable, String(value ?? ''), source])))
  }
  return 0
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.min(60, Math.max(...rows.map(row => row[column]!.length))))
  return rows.map(row => `${row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ').trimEnd()}\n`).join('')
}

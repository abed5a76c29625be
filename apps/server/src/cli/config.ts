import { ConfigError, configurationReference, describeConfig, loadConfig } from '@platform/config'
import { EXIT } from '../runtime/failure.ts'
import { processTerminal } from './terminal.ts'

interface ConfigOptions {
  readonly json?: boolean
  readonly reference?: boolean
}

/** `platform config`: what is in force and where it came from, secrets hidden; then what is wrong with it. */
export function printConfig({ json, reference }: ConfigOptions): number {
  const { out, err } = processTerminal()
  if (reference) {
    out(configurationReference())
    return EXIT.ok
  }
  const sources = { env: process.env, cwd: process.cwd() }
  const entries = describeConfig(sources)
  out(
    json
      ? `${JSON.stringify(entries, null, 2)}\n`
      : table(entries.map(({ variable, value, source }) => [variable, String(value ?? ''), source])),
  )
  try {
    loadConfig(sources)
    return EXIT.ok
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    err(`${error.message}\n`)
    return error.exitCode
  }
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.min(60, Math.max(...rows.map(row => row[column]!.length))))
  return rows
    .map(
      row =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column]!))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

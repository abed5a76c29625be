import { ConfigError, configurationReference, describeConfig, loadConfig } from '@platform/config'
import { EXIT } from '../runtime/failure.ts'
import { table } from './table.ts'
import { processTerminal } from './terminal.ts'

/** The widest column of the table. A longer value widens only its own row. */
const WIDEST_COLUMN = 60

interface ConfigOptions {
  readonly json?: boolean
  readonly reference?: boolean
}

/** `platform config`: prints the configuration with secrets hidden, then every mistake in it. */
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
      : `${table(
          entries.map(({ variable, value, source }) => [variable, String(value ?? ''), source]),
          WIDEST_COLUMN,
        )}\n`,
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

import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { EXIT } from '../runtime/failure.ts'
import { interruptibleTerminal, processTerminal } from './terminal.ts'
import { unwritable } from './unwritable.ts'
import { perform } from './with-platform.ts'

interface Options {
  readonly output?: string
  readonly json?: boolean
}

/**
 * `platform users export <user>`. The file of `--output` is written by this process, so that it belongs to the user of
 * the shell even when a running server reads the data.
 */
export async function exportUserData(user: string, { output, json = false }: Options): Promise<number> {
  if (output === undefined) return perform('users export', { user })
  const path = resolve(output)
  // The file is removed after a signal, whatever the command does then.
  using terminal = interruptibleTerminal()
  const file = openNew(path)
  if (file === null) return EXIT.usage
  let records = 0
  let exitCode: number | undefined
  try {
    exitCode = await perform(
      'users export',
      { user },
      {
        ...terminal,
        out(text) {
          try {
            // A disk that gets full takes a part of a record. This then tries to write the rest, and fails.
            writeFileSync(file, text)
          } catch (error) {
            throw unwritable(path, error as Error)
          }
          records += 1
        },
      },
    )
    if (terminal.interrupted) exitCode = EXIT.interrupted
  } finally {
    closeSync(file)
    // A file with half of the records could be mistaken for a whole export.
    if (exitCode !== EXIT.ok) rmSync(path, { force: true })
  }
  if (exitCode === EXIT.ok)
    terminal.out(json ? `${JSON.stringify({ file: path, records })}\n` : `Wrote ${records} records to ${path}\n`)
  return exitCode
}

/** Creates a file that only its owner can read. @returns `null`, after printing the reason, when that fails. */
function openNew(path: string): number | null {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const exists = 'code' in error && error.code === 'EEXIST'
    processTerminal().err(`--output: ${path}: ${exists ? 'the file exists already; name a new one' : error.message}\n`)
    return null
  }
}

import { resolve } from 'node:path'
import { loadConfig } from '@platform/config'
import { backUpDocstore, restoreDocstore } from '@platform/docstore'
import { EXIT } from '../runtime/failure.ts'
import { processTerminal } from './terminal.ts'

interface Options {
  readonly json?: boolean
}

/**
 * `platform backup <file>`. It reads the store beside a running server, which so answers everybody meanwhile, and the
 * file belongs to the user of the shell.
 */
export async function backUp(name: string, { json = false }: Options): Promise<number> {
  const file = resolve(name)
  const made = { file, ...(await backUpDocstore(docstoreUrl(), file)) }
  return print(json, made, `Wrote ${size(made)} to ${file}`)
}

/** `platform restore <file>`. */
export async function restore(name: string, { json = false }: Options): Promise<number> {
  const file = resolve(name)
  const restored = { file, ...(await restoreDocstore(docstoreUrl(), file)) }
  const former = restored.former === null ? '' : `; the former store is ${restored.former}`
  return print(json, restored, `Restored ${size(restored)} from ${file}${former}`)
}

const docstoreUrl = () => loadConfig({ env: process.env, cwd: process.cwd() }).docstoreUrl

const size = ({ bytes, milliseconds }: { readonly bytes: number; readonly milliseconds: number }) =>
  `${(bytes / 1e6).toFixed(1)} MB in ${(milliseconds / 1_000).toFixed(1)} s`

function print(json: boolean, answer: object, text: string): number {
  processTerminal().out(`${json ? JSON.stringify(answer) : text}\n`)
  return EXIT.ok
}

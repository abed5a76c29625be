import { fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { loadConfig } from '@platform/config'
import { type Backup, removePartialBackup, restoreDocstore } from '@platform/docstore'
import { z } from 'zod'
import { EXIT } from '../runtime/failure.ts'
import { siblingFile } from '../runtime/sibling-file.ts'
import { onStop, processTerminal } from './terminal.ts'

interface Options {
  readonly json?: boolean
}

const MAKER = siblingFile(import.meta.url, 'backup-process')

const answer = z.union([
  z.object({ made: z.object({ bytes: z.number(), milliseconds: z.number() }) }),
  z.object({ failure: z.object({ message: z.string(), exitCode: z.number() }) }),
])

/**
 * `platform backup <file>`. It reads the store beside a running server, which so answers everybody meanwhile, and the
 * file belongs to the user of the shell.
 */
export async function backUp(name: string, { json = false }: Options): Promise<number> {
  const file = resolve(name)
  const made = await makeApart(file)
  if (made === null) {
    processTerminal().err('Stopped before the backup was written; nothing is left of it\n')
    return EXIT.interrupted
  }
  return print(json, { file, ...made }, `Wrote ${size(made)} to ${file}`)
}

/** Makes a backup in a process of its own. @returns `null` after a signal, when nothing is left of the backup. */
async function makeApart(file: string): Promise<Backup | null> {
  const maker = fork(MAKER, { execArgv: ['--disable-warning=ExperimentalWarning'], env: {} })
  let isStopped = false
  using _stop = onStop(() => {
    isStopped = true
    maker.kill('SIGKILL')
  })
  const message = new Promise<unknown>(resolve => maker.once('message', resolve))
  const ended = once(maker, 'exit')
  maker.send({ url: docstoreUrl(), file })
  const made = await Promise.race([message, ended.then(() => null)])
  await ended
  if (made === null) {
    if (maker.pid !== undefined) await removePartialBackup(file, maker.pid)
    if (isStopped) return null
    throw new Error('The process that makes the backup ended before it was done')
  }
  const found = answer.parse(made)
  if ('made' in found) return found.made
  throw Object.assign(new Error(found.failure.message), { exitCode: found.failure.exitCode })
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

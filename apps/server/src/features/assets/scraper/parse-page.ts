import { fork } from 'node:child_process'
import { siblingFile } from '../../../runtime/sibling-file.ts'
import { LIMITS } from './reading-limits.ts'

/** What is read of a page: what describes it is at its beginning. */
const LONGEST = 1_000_000

const READER = siblingFile(import.meta.url, 'page-reader')

/**
 * What a page says of itself, unchecked, by the names that `open-graph-scraper` gives; `null` when it can't be read
 * within {@link LIMITS}. By another process: a thread that runs out of memory while it allocates takes this one with
 * it.
 */
export async function parsePage(html: string): Promise<Readonly<Record<string, unknown>> | null> {
  if (html.trim() === '') return null
  // Nothing of the environment is the page's business. The reader keeps to its limits by itself; this is for one that
  // can't even start.
  const reader = fork(READER, {
    execArgv: [],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: LIMITS.milliseconds + 1_000,
    killSignal: 'SIGKILL',
  })
  const { promise, resolve } = Promise.withResolvers<Readonly<Record<string, unknown>> | null>()
  reader
    .once('message', said => resolve(said as Readonly<Record<string, unknown>>))
    .on('error', () => resolve(null))
    .once('exit', () => resolve(null))
  reader.send(html.slice(0, LONGEST), error => {
    if (error) resolve(null)
  })
  try {
    return await promise
  } finally {
    reader.kill('SIGKILL')
  }
}

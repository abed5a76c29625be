import { writeSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { currentWatch } from './loop-watch.ts'
import { runAs, runningNow } from './running.ts'

/** How long a plugin's modules may take to load. Milliseconds. */
export const LOAD_DEADLINE = 10_000

const MOMENT = 100

/** The exit code of a process that can't start with its configuration, after sysexits(3). */
const EXIT_CONFIGURATION = 78

let loading: string | null = null
/** Settled when the plugin before is loaded: the functions of the process are replaced for one plugin at a time. */
let turn: Promise<void> = Promise.resolve()

/** Whether an uncaught error that is seen now belongs to the plugin that is being loaded, so that the guard reports it. */
export function isGuarded(): boolean {
  // A timer that an earlier plugin started may fail while this one is loaded.
  return loading !== null && (runningNow()?.plugin ?? loading) === loading
}

/**
 * Runs the code a plugin has at the top of its modules. Ending the process, unhandled errors and waiting for ever
 * become errors of this promise. One plugin is loaded at a time. A loop that never yields ends the process, while a
 * loop watch is kept.
 */
export async function guard<T>(plugin: string, load: () => Promise<T>, deadline = LOAD_DEADLINE): Promise<T> {
  const before = turn
  const { promise, resolve: done } = Promise.withResolvers<void>()
  turn = promise
  await before
  try {
    return await guardAlone(plugin, load, deadline)
  } finally {
    done()
  }
}

async function guardAlone<T>(plugin: string, load: () => Promise<T>, deadline: number): Promise<T> {
  const { promise: trouble, reject } = Promise.withResolvers<never>()
  trouble.catch(() => {})
  const late = () =>
    reject(new Error(`it did not finish loading within ${deadline / 1_000} s; something it waits for never comes`))
  // A moment more: where it was a loop, the watch says so first.
  let timer = setTimeout(() => {
    timer = setTimeout(late, MOMENT)
  }, deadline)
  const exit = process.exit
  const restore = intercept(plugin, reject)
  const rest = currentWatch()?.during(deadline * 0.7, at => exit.call(process, tellLoop(plugin, at)))
  try {
    const loaded = await Promise.race([runAs({ plugin, version: null, hook: 'load', at: 'load' }, load), trouble])
    // What was rejected at the top of a module is reported a turn later.
    await Promise.race([
      new Promise(resolve => {
        setImmediate(resolve)
      }),
      trouble,
    ])
    return loaded
  } finally {
    clearTimeout(timer)
    rest?.()
    restore()
  }
}

/** Writes the report at once, because promises are not settled any more after a loop was ended by force. @returns the exit code. */
function tellLoop(plugin: string, at: string | null): number {
  const place = at === null ? null : relative(process.cwd(), at.startsWith('file:') ? fileURLToPath(at) : at)
  writeSync(
    process.stderr.fd,
    `PLUGIN_LOAD_FAILED  ${plugin}: could not be loaded: it loops without a pause${place ? `\n  ${plugin}  ${place}` : ''}\n  fix  correct it, or take ${plugin} out of the list\n`,
  )
  return EXIT_CONFIGURATION
}

function intercept(plugin: string, reject: (error: Error) => void): () => void {
  const exit = process.exit
  loading = plugin
  process.exit = code => {
    const error = new Error(`it called process.exit(${code === undefined || code === null ? '' : code})`)
    reject(error)
    throw error
  }
  const unawaited = (error: unknown) => {
    if (isGuarded()) reject(error instanceof Error ? error : new Error(`threw ${inspect(error, { depth: 1 })}`))
  }
  process.on('unhandledRejection', unawaited).on('uncaughtException', unawaited)
  return () => {
    loading = null
    process.exit = exit
    process.off('unhandledRejection', unawaited).off('uncaughtException', unawaited)
  }
}

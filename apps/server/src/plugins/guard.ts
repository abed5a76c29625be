import { inspect } from 'node:util'
import { runAs, runningNow } from '../compose/running.ts'

/** How long a plugin's modules may take to load. Milliseconds. */
export const LOAD_DEADLINE = 10_000

let loading: string | null = null

/** Whether an error nobody caught, seen now, is told by the guard: it is of the plugin that is being loaded. */
export function isGuarded(): boolean {
  // What a plugin loaded earlier left behind is not this one's.
  return loading !== null && (runningNow()?.plugin ?? loading) === loading
}

/**
 * Runs the code a plugin has at the top of its modules. Ending the process, errors nobody waits for and
 * waiting for ever become errors of this promise. A loop that never yields can't be interrupted from inside the process.
 */
export async function guard<T>(plugin: string, load: () => Promise<T>, deadline = LOAD_DEADLINE): Promise<T> {
  const { promise: trouble, reject } = Promise.withResolvers<never>()
  trouble.catch(() => {})
  const timer = setTimeout(() => reject(new Error(`it did not finish loading within ${deadline / 1_000} s; something it waits for never comes`)), deadline)
  const restore = intercept(plugin, reject)
  try {
    const loaded = await Promise.race([runAs({ plugin, version: null, hook: 'load', at: 'load' }, load), trouble])
    // What was rejected at the top of a module is reported a turn later.
    await Promise.race([new Promise(resolve => { setImmediate(resolve) }), trouble])
    return loaded
  } finally {
    clearTimeout(timer)
    restore()
  }
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

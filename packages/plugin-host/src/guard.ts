import { writeSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { asOwnReplacement } from './globals.ts'
import { currentWatch } from './loop-watch.ts'
import { runAs, runningNow } from './running.ts'

/** How long the modules of a plugin may take to load. Milliseconds. */
export const LOAD_DEADLINE = 10_000

/** The loop watch gets this much longer than the deadline, so that it reports a loop first. Milliseconds. */
const MOMENT = 100

/** The exit code of a process that can't start with its configuration, after sysexits(3). */
const EXIT_CONFIGURATION = 78

let loading: string | null = null
/** Settled when the plugin before is loaded. Functions of the process are replaced for one plugin at a time. */
let turn: Promise<void> = Promise.resolve()

/** Whether an uncaught error belongs to the plugin that is being loaded, so that the guard reports it. */
export function isGuarded(): boolean {
  // A timer that an earlier plugin started may fail while this one is loaded.
  return loading !== null && (runningNow()?.plugin ?? loading) === loading
}

/**
 * Runs the code at the top of a plugin's modules. When the code ends the process, leaves an error unhandled or never
 * finishes, this promise is rejected. One plugin is loaded at a time. A loop without a pause ends the process, when
 * there is a loop watch.
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
  let timer = setTimeout(() => {
    timer = setTimeout(late, MOMENT)
  }, deadline)
  const restore = intercept(plugin, reject)
  const rest = currentWatch()?.during(deadline * 0.7, at => reportLoop(plugin, at))
  try {
    const loaded = await first(runAs({ plugin, version: null, hook: 'load', at: 'load' }, load), trouble)
    await first(nextTurn(), trouble)
    return loaded
  } catch (error) {
    // What failed may have left rejections of promises behind, which would end the process.
    await nextTurn()
    throw error
  } finally {
    clearTimeout(timer)
    rest?.()
    restore()
  }
}

/** A rejection at the top of a module is reported one turn of the event loop later. */
function nextTurn(): Promise<void> {
  return new Promise(resolve => {
    setImmediate(resolve)
  })
}

/** The method as it was before any plugin ran, because a plugin may replace it. */
const { then } = Promise.prototype

/** What `Promise.race` does, without the method that the plugin may have replaced. */
function first<T>(one: Promise<T>, other: Promise<never>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    Reflect.apply(then, one, [resolve, reject])
    Reflect.apply(then, other, [resolve, reject])
  })
}

/**
 * Writes the report synchronously, because the process ends after that.
 *
 * @returns the exit code.
 */
function reportLoop(plugin: string, at: string | null): number {
  const place = at === null ? null : relative(process.cwd(), at.startsWith('file:') ? fileURLToPath(at) : at)
  const lines = [
    `PLUGIN_LOAD_FAILED  ${plugin}: could not be loaded: it loops without a pause`,
    ...(place ? [`  ${plugin}  ${place}`] : []),
    `  fix  correct it, or take ${plugin} out of the list`,
  ]
  writeSync(process.stderr.fd, `${lines.join('\n')}\n`)
  return EXIT_CONFIGURATION
}

function intercept(plugin: string, reject: (error: Error) => void): () => void {
  const exit = process.exit
  loading = plugin
  const refuse = asOwnReplacement((code?: string | number | null): never => {
    const error = new Error(`it called process.exit(${code ?? ''})`)
    reject(error)
    throw error
  })
  process.exit = refuse
  const unawaited = (error: unknown) => {
    if (isGuarded()) reject(error instanceof Error ? error : new Error(`threw ${inspect(error, { depth: 1 })}`))
  }
  process.on('unhandledRejection', unawaited).on('uncaughtException', unawaited)
  return () => {
    loading = null
    // A plugin that has replaced it is found out later.
    if (process.exit === refuse) process.exit = exit
    process.off('unhandledRejection', unawaited).off('uncaughtException', unawaited)
  }
}

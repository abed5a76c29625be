import {
  type Attribution,
  correctOrDisable,
  describeThrown,
  isThenable,
  type LoadedPlugin,
  label,
  messageOf,
  type Problem,
  referenceTo,
  runAs,
  type WatchGlobals,
} from '@platform/plugin-host'
import type { ServerContext } from '../contract/context.ts'
import { isReadable } from '../runtime/causes.ts'
import type { Log } from '../runtime/log.ts'
import { logFailure } from '../runtime/outage.ts'
import { contextOf, ownContextOf } from './context/plugin-view.ts'
import { noteFailure, own } from './plugin-reports.ts'

const attributions = new WeakMap<object, Attribution>()

/** The plugin that an error came from; `undefined` when the core failed. */
export function attributionOf(error: unknown): Attribution | undefined {
  return typeof error === 'object' && error !== null ? attributions.get(error) : undefined
}

/** `likes@1.4.0 resolvers Comment.likes` */
export function describeAttribution({ plugin, version, hook, at }: Attribution): string {
  return `${label({ name: plugin, version })} ${at === hook ? hook : `${hook} ${at}`}`
}

/**
 * Logs an error of a plugin's code that only observes: what it observes has happened, so nothing else fails.
 *
 * @param about - further fields of the line, such as the request.
 */
export function logPluginFailure(
  log: Log,
  error: unknown,
  place: Attribution,
  about: { readonly request?: string } = {},
): void {
  const from = attributionOf(error) ?? place
  const request = about.request === undefined ? '' : ` (request ${about.request})`
  const text = `PLUGIN_HOOK_FAILED ${describeAttribution(from)}${request}`
  logFailure(log, remember(error, place), { ...about, ...from, text })
}

/** A place in the code of a plugin. */
export function placeOf(plugin: LoadedPlugin, hook: string, at: string): Attribution {
  return own({ plugin: plugin.name, version: plugin.version, hook, at }, plugin)
}

/**
 * A function that calls a plugin's code: every error that the code throws or rejects with is marked as the plugin's,
 * and so is the work that it starts, such as timers. Functions of core features are given back as they are.
 */
export function attribute<F extends (...args: never[]) => unknown>(
  plugin: LoadedPlugin,
  hook: string,
  at: string,
  run: F,
): F {
  if (plugin.core) return run
  const place = placeOf(plugin, hook, at)
  return withErrorsOf(place, function working(this: unknown, ...args: never[]) {
    return runAs(place, () => run.apply(this, args))
  } as F)
}

/**
 * The same for code that is called for each value of an answer: to mark the work that it starts would cost more than
 * the code does.
 */
export function attributeErrors<F extends (...args: never[]) => unknown>(
  plugin: LoadedPlugin,
  hook: string,
  at: string,
  run: F,
): F {
  return plugin.core ? run : withErrorsOf(placeOf(plugin, hook, at), run)
}

/**
 * The function stays synchronous, because an `async` one would cost a promise for every value. What only looks like a
 * promise is made one, because its `then` may return nothing.
 */
function withErrorsOf<F extends (...args: never[]) => unknown>(place: Attribution, run: F): F {
  const fail = (error: unknown): never => {
    throw remember(error, place)
  }
  return function attributed(this: unknown, ...args: never[]) {
    try {
      const result = run.apply(this, args)
      return isThenable(result) ? Promise.resolve(result).then(undefined, fail) : result
    } catch (error) {
      return fail(error)
    }
  } as F
}

type FieldFunction = (parent: never, args: never, context: ServerContext, info: never, result?: never) => unknown

/**
 * The same for resolvers and hooks of fields. They are given the plugin's own view of the context. Unless the function
 * is `shared`, its answer may depend on the caller, so the answer of the operation is not given to other readers.
 */
export function attributeField<F extends FieldFunction>(
  plugin: LoadedPlugin,
  hook: string,
  at: string,
  { run: given, shared = false }: { run: F; shared?: boolean },
): F {
  if (plugin.core) return given
  const view = shared ? contextOf(plugin) : ownContextOf(plugin)
  const place = placeOf(plugin, hook, at)
  const fail = (error: unknown): never => {
    throw remember(error, place)
  }
  // To mark the work that a field starts costs more than most fields do. Only mutations start work that outlives them.
  const run: FieldFunction = at.startsWith('RootMutation.') ? (...all) => runAs(place, () => given(...all)) : given
  let last: ServerContext | undefined
  let own: ServerContext
  const attributed: FieldFunction = (parent, args, context, info, result) => {
    // The fields of one page are resolved one after another with the same context.
    if (context !== last) {
      own = view(context)
      last = context
    }
    try {
      const answer = run(parent, args, own, info, result)
      return isThenable(answer) ? track(context, place, { work: answer, fail }) : answer
    } catch (error) {
      return fail(error)
    }
  }
  return attributed as F
}

/**
 * Marks an error as a plugin's. The first mark stays, because it is the place where the error was thrown.
 *
 * @returns the error, or a new one in place of a value that is no error or can't be read.
 */
export function remember(error: unknown, place: Attribution): object {
  const known = isReadable(error)
    ? error
    : new Error(`threw ${describeThrown(error)}`, isPlain(error) ? { cause: error } : {})
  if (!attributions.has(known)) {
    attributions.set(known, place)
    noteFailure(place, known)
  }
  return known
}

/** Whether a value may be the cause of an error, which the log writes down. */
function isPlain(value: unknown): boolean {
  return value === null || (typeof value !== 'object' && typeof value !== 'function')
}

/** The places of each request where a plugin's promise is not settled yet. */
const noPlaces = () => new Set<{ readonly place: Attribution }>()

/** Notes for a request that a plugin's promise is not settled, until it is. */
export function track(
  context: ServerContext,
  place: Attribution,
  { work, fail }: { work: PromiseLike<unknown>; fail(error: unknown): never },
): PromiseLike<unknown> {
  const places = context.once(noPlaces)
  const entry = { place }
  places.add(entry)
  return Promise.resolve(work).then(
    value => {
      places.delete(entry)
      return value
    },
    (error: unknown) => {
      places.delete(entry)
      return fail(error)
    },
  )
}

/** The places of a request where a plugin has not answered yet. */
export function unfinishedOf(context: ServerContext): Attribution[] {
  return [...context.once(noPlaces)].map(({ place }) => place)
}

/** One hook of a plugin, to be called once. */
interface Call {
  readonly hook: string
  /** Finds what the hook changes in the built-ins. */
  readonly watch: WatchGlobals
  run(): unknown
}

/** Calls a hook that must be synchronous, because what it would mount later gets no request. */
export function callSynchronously(plugin: LoadedPlugin, { hook, watch, run }: Call): Problem[] {
  const failed = { plugins: [referenceTo(plugin)], hook }
  try {
    const { answer, problems } = watch(plugin, hook, run)
    if (!isThenable(answer)) return [...problems]
    // The hook is refused; a rejection of its promise must not end the process as well.
    answer.then(undefined, () => {})
    return [
      {
        ...failed,
        code: 'PLUGIN_HOOK_INVALID',
        message: 'returned a promise, and this hook has to be done when it returns',
        fix: `make ${hook} a plain function, without async, and wait for what it needs in init`,
      },
    ]
  } catch (error) {
    return [{ ...failed, code: 'PLUGIN_HOOK_FAILED', message: messageOf(error), fix: correctOrDisable(hook, plugin) }]
  }
}

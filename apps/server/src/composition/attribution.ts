import { type Attribution, isThenable, type LoadedPlugin, label, runAs, saidBy } from '@platform/plugin-host'
import type { ServerContext } from '../contract/context.ts'
import { contextOf, ownContextOf } from './context/plugin-view.ts'

const attributions = new WeakMap<object, Attribution>()

/** The plugin an error came from; nothing when the core failed. */
export function attributionOf(error: unknown): Attribution | undefined {
  return typeof error === 'object' && error !== null ? attributions.get(error) : undefined
}

/** `likes@1.4.0 resolvers Comment.likes` */
export function describeAttribution({ plugin, version, hook, at }: Attribution): string {
  return `${label({ name: plugin, version })} ${at === hook ? hook : `${hook} ${at}`}`
}

// Any function at all; its own type goes through unchanged.
type Anything = (...args: any[]) => unknown

/**
 * Calls go through unchanged; what is thrown or rejected is remembered as the plugin's, and what the call
 * leaves running is known as the plugin's.
 * The wrapper is synchronous on purpose: an `async` one costs a promise for every field.
 */
export function attribute<F extends Anything>(plugin: LoadedPlugin, hook: string, at: string, run: F): F {
  if (plugin.core) return run
  const attribution = placeOf(plugin, hook, at)
  const blame = (error: unknown): never => {
    throw remember(error, attribution)
  }
  return function attributed(this: unknown, ...args: unknown[]) {
    try {
      const result = runAs(attribution, () => run.apply(this, args))
      return isThenable(result) ? result.then(undefined, blame) : result
    } catch (error) {
      return blame(error)
    }
  } as F
}

type FieldFunction = (parent: any, args: any, context: ServerContext, info: any, result?: any) => unknown

/**
 * The same for what runs around a field; its context is the plugin's own view of the request's. Unless the
 * answer is `shared`, the operation's is not given to other readers.
 */
export function attributeField<F extends FieldFunction>(
  plugin: LoadedPlugin,
  hook: string,
  at: string,
  { run: given, shared = false }: { run: F; shared?: boolean },
): F {
  if (plugin.core) return given
  const view = shared ? contextOf(plugin) : ownContextOf(plugin)
  const attribution = placeOf(plugin, hook, at)
  const blame = (error: unknown): never => {
    throw remember(error, attribution)
  }
  // Noting who runs costs more than most fields do; what a mutation leaves running matters more than its time.
  const run: FieldFunction = at.startsWith('RootMutation.')
    ? (...all) => runAs(attribution, () => given(...all))
    : given
  let last: ServerContext | undefined
  let own: ServerContext
  return ((parent, args, context, info, result) => {
    // A page calls this hundreds of times in a row with one context.
    if (context !== last) {
      own = view(context)
      last = context
    }
    try {
      const answer = run(parent, args, own, info, result)
      return isThenable(answer) ? track(context, attribution, { work: answer, blame }) : answer
    } catch (error) {
      return blame(error)
    }
  }) as FieldFunction as F
}

/** A place in a plugin's code. */
export function placeOf(plugin: LoadedPlugin, hook: string, at: string): Attribution {
  return { plugin: plugin.name, version: plugin.version, hook, at }
}

/** Marks an error as the plugin's; the first mark stays. */
export function remember(error: unknown, attribution: Attribution): object {
  const known = isReadable(error) ? error : new Error(`threw ${saidBy(error)}`, isPlain(error) ? { cause: error } : {})
  if (!attributions.has(known)) attributions.set(known, attribution)
  return known
}

/** Parts of an error that the engine of GraphQL reads, beyond those it has itself. */
const READ = [
  'name',
  'message',
  'stack',
  'cause',
  'code',
  'status',
  'expose',
  'path',
  'locations',
  'nodes',
  'source',
  'positions',
  'extensions',
  'originalError',
  'errors',
  'translation_key',
  'metadata',
] as const

/** Whether this is an error that everybody can read: a getter of it, or what stands in front of it, may throw. */
function isReadable(error: unknown): error is Error {
  try {
    if (!(error instanceof Error)) return false
    for (const name of [...READ, ...Object.keys(error)]) void (error as unknown as Record<string, unknown>)[name]
    return typeof error.message === 'string'
  } catch {
    return false
  }
}

/** The log writes down what caused an error. */
function isPlain(value: unknown): boolean {
  return value === null || (typeof value !== 'object' && typeof value !== 'function')
}

const pending = new WeakMap<ServerContext, Set<{ readonly attribution: Attribution }>>()

/** Notes what a plugin has not finished yet in a request, until it has. */
export function track(
  context: ServerContext,
  attribution: Attribution,
  { work, blame }: { work: PromiseLike<unknown>; blame(error: unknown): never },
): PromiseLike<unknown> {
  let unfinished = pending.get(context)
  if (!unfinished) pending.set(context, (unfinished = new Set()))
  const entry = { attribution }
  unfinished.add(entry)
  return work.then(
    value => {
      unfinished.delete(entry)
      return value
    },
    (error: unknown) => {
      unfinished.delete(entry)
      return blame(error)
    },
  )
}

/** What plugins have not finished in a request. */
export function unfinishedOf(context: ServerContext): Attribution[] {
  return [...(pending.get(context) ?? [])].map(({ attribution }) => attribution)
}

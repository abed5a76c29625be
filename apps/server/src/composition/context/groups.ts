import {
  described,
  isMap,
  isThenable,
  type LoadedPlugin,
  messageOf,
  type Problem,
  referenceTo,
  unmountable,
  type WatchGlobals,
  watchGlobals,
} from '@platform/plugin-host'
import type { ServerContext } from '../../contract/context.ts'
import { attribute } from '../attribution.ts'
import type { Ledger } from '../ledger.ts'
import { loadable } from './loadable.ts'
import { contextOf } from './plugin-view.ts'

type Hook = 'loaders' | 'mutators'
type Groups = Record<string, Record<string, unknown>>
type Entries = Map<string, (context: ServerContext) => unknown>

/**
 * The loaders or mutators of all plugins, by group. A plugin may add operations to another plugin's group; the same
 * operation twice is a conflict. A hook runs once for each context, when one of its groups is first used.
 */
export function composeGroups(
  hook: Hook,
  plugins: readonly LoadedPlugin[],
  ledger: Ledger,
): { entries: Entries; learn(probe: () => ServerContext): Problem[] } {
  const kind = hook === 'loaders' ? 'loader' : 'mutator'
  const wins = (plugin: LoadedPlugin, operation: string): boolean =>
    (ledger.owner(kind, operation) ?? plugin) === plugin
  const contributions = new Map<string, Contribution[]>()
  const entries: Entries = new Map()
  const learnOne = (plugin: LoadedPlugin, probe: () => ServerContext, watch: WatchGlobals): Problem[] => {
    const make = plugin.hooks[hook]
    if (!make) return []
    const view = contextOf(plugin)
    const run = attribute(plugin, hook, hook, make) as (context: ServerContext) => Groups
    const give = (context: ServerContext) => run(view(context))
    const load = (context: ServerContext) => (hook === 'loaders' ? context.onceLoaded(give) : context.once(give))
    const { groups = {}, problems } = probeGroups(plugin, hook, () => watch(plugin, hook, () => load(probe())))
    for (const [group, operations] of Object.entries(groups)) {
      for (const operation of namesOf(operations)) ledger.claim(kind, `${group}.${operation}`, plugin)
      const all = [...(contributions.get(group) ?? []), { plugin, load }]
      contributions.set(group, all)
      entries.set(group, context => combine(all, { hook, group, context, wins }))
    }
    return problems
  }
  const learn = (probe: () => ServerContext): Problem[] => {
    const watch = watchGlobals()
    const found = plugins.map(plugin => ({ plugin, problems: learnOne(plugin, probe, watch) }))
    // A hook may need a group of a plugin that comes later, so a hook that threw is called again after all others.
    return found.flatMap(({ plugin, problems }) =>
      problems.some(({ mayBeProvided }) => mayBeProvided) ? learnOne(plugin, probe, watch) : problems,
    )
  }
  return { entries, learn }
}

/** One plugin's part of a group. */
interface Contribution {
  readonly plugin: LoadedPlugin
  readonly load: (context: ServerContext) => Groups
}

/** What a hook gives when it is first called, as far as it can be used. */
function probeGroups(
  plugin: LoadedPlugin,
  hook: Hook,
  load: () => ReturnType<WatchGlobals>,
): { groups?: Groups; problems: Problem[] } {
  const problem = (message: string, code = 'PLUGIN_HOOK_FAILED'): Problem => ({
    code,
    plugins: [referenceTo(plugin)],
    hook,
    message,
  })
  try {
    const { answer: given, problems } = load()
    if (problems.length > 0) return { problems: [...problems] }
    if (!isMap(given)) {
      const message = `gave ${described(given)}, expected a map of groups, like { People: { load() {} } }`
      return { problems: [problem(message)] }
    }
    const wrong = Object.entries(given).flatMap(([group, operations]) => {
      const name = unmountable(group)
      if (name !== null) return [{ group, problem: problem(name, 'PLUGIN_HOOK_INVALID') }]
      const message = `${group} is ${described(operations)}, expected a map of functions, like { load() {} }`
      return isMap(operations) ? [] : [{ group, problem: problem(message) }]
    })
    const groups = Object.fromEntries(
      Object.entries(given).filter(([group]) => !wrong.some(other => other.group === group)),
    ) as Groups
    const noFunctions = Object.entries(groups).flatMap(([group, operations]) =>
      namesOf(operations).flatMap(name => misfit(operations[name], `${group}.${name}`) ?? []),
    )
    return {
      groups,
      problems: [
        ...wrong.map(found => found.problem),
        ...noFunctions.map(({ at, message }) => ({ ...problem(message, 'PLUGIN_HOOK_INVALID'), at })),
      ],
    }
  } catch (error) {
    const message = `threw when it was first called: ${messageOf(error)}`
    return { problems: [{ ...problem(message), mayBeProvided: true }] }
  }
}

/** Why an entry of a group can't be called: it is no function, and no data loader of a library. */
function misfit(operation: unknown, at: string): { at: string; message: string } | null {
  if (typeof operation === 'function' || (isMap(operation) && typeof operation['load'] === 'function')) return null
  const hint = isThenable(operation) ? '; give the function itself, without calling it' : ''
  return { at, message: `is ${described(operation)}, expected a function${hint}` }
}

/** The names of operations: own entries, and the methods of the class that the group is an instance of. */
function namesOf(operations: object): string[] {
  const names = new Set(Object.keys(operations))
  for (
    let level: object | null = Object.getPrototypeOf(operations);
    level && level !== Object.prototype;
    level = Object.getPrototypeOf(level)
  ) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(level)))
      if (name !== 'constructor' && typeof value === 'function') names.add(name)
  }
  return [...names]
}

interface Combining {
  readonly hook: Hook
  readonly group: string
  readonly context: ServerContext
  wins(plugin: LoadedPlugin, operation: string): boolean
}

function combine(contributions: readonly Contribution[], { hook, group, context, wins }: Combining): unknown {
  const [only, ...others] = contributions
  if (hook === 'mutators' && only?.plugin.core && others.length === 0) return only.load(context)[group]
  const combined: Record<string, unknown> = {}
  for (const { plugin, load } of contributions) {
    const given = load(context)[group] ?? {}
    for (const operation of namesOf(given)) {
      if (others.length > 0 && !wins(plugin, `${group}.${operation}`)) continue
      const run: unknown = given[operation]
      combined[operation] =
        typeof run === 'function' ? attributeOperation({ plugin, hook, given, at: `${group}.${operation}` }, run) : run
    }
  }
  return combined
}

interface Operation {
  readonly plugin: LoadedPlugin
  readonly hook: Hook
  readonly given: object
  readonly at: string
}

/** The function of one context that calls an operation as it was written. */
function attributeOperation(
  { plugin, hook, given, at }: Operation,
  run: { bind(self: object): unknown; length: number },
) {
  const bound = attribute(plugin, hook, at, run.bind(given) as (...args: never[]) => unknown)
  return hook === 'loaders' ? loadable(bound as never, run) : bound
}

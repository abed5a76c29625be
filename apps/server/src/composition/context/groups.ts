import { described, isMap, type LoadedPlugin, type Problem, referenceTo, unmountable } from '@platform/plugin-host'
import type { ServerContext } from '../../contract/context.ts'
import { attribute } from '../attribution.ts'
import type { Ledger } from '../ledger.ts'
import { contextOf } from './plugin-view.ts'

type Hook = 'loaders' | 'mutators'
type Groups = Record<string, Record<string, unknown>>
type Entries = Map<string, (context: ServerContext) => unknown>

/**
 * Loaders or mutators of all plugins, by group. A plugin may add operations to another's group;
 * the same operation twice is a conflict. A hook runs once per context, when one of its groups is first used.
 */
export function composeGroups(
  hook: Hook,
  plugins: readonly LoadedPlugin[],
  ledger: Ledger,
): { entries: Entries; learn(probe: ServerContext): Problem[] } {
  const kind = hook === 'loaders' ? 'loader' : 'mutator'
  const wins = (plugin: LoadedPlugin, operation: string): boolean =>
    (ledger.owner(kind, operation) ?? plugin) === plugin
  const contributions = new Map<
    string,
    { plugin: LoadedPlugin; load: (context: ServerContext) => Groups; operations: readonly string[] }[]
  >()
  const entries: Entries = new Map()
  const learn = (probe: ServerContext): Problem[] =>
    plugins
      .filter(plugin => plugin.hooks[hook])
      .flatMap(plugin => {
        const view = contextOf(plugin)
        const make = attribute(plugin, hook, hook, plugin.hooks[hook]!) as (context: ServerContext) => Groups
        const load = oncePerContext(context => make(view(context)))
        const { groups = {}, problems } = probeGroups(plugin, hook, () => load(probe))
        for (const [group, operations] of Object.entries(groups)) {
          const names = namesOf(operations)
          for (const operation of names) ledger.claim(kind, `${group}.${operation}`, plugin)
          contributions.set(group, [...(contributions.get(group) ?? []), { plugin, load, operations: names }])
          entries.set(group, context => combine(contributions.get(group)!, { hook, group, context, wins }))
        }
        return problems
      })
  return { entries, learn }
}

/** What a hook gives when it is first called, as far as it can be used. */
function probeGroups(plugin: LoadedPlugin, hook: Hook, load: () => Groups): { groups?: Groups; problems: Problem[] } {
  const problem = (message: string, code = 'PLUGIN_HOOK_FAILED'): Problem => ({
    code,
    plugins: [referenceTo(plugin)],
    hook,
    message,
  })
  try {
    const given: unknown = load()
    if (!isMap(given))
      return {
        problems: [problem(`gave ${described(given)}, expected a map of groups, like { People: { load() {} } }`)],
      }
    const wrong = Object.entries(given).flatMap(([group, operations]) => {
      const name = unmountable(group)
      if (name !== null) return [{ group, problem: problem(name, 'PLUGIN_HOOK_INVALID') }]
      return isMap(operations)
        ? []
        : [
            {
              group,
              problem: problem(`${group} is ${described(operations)}, expected a map of functions, like { load() {} }`),
            },
          ]
    })
    const groups = Object.fromEntries(
      Object.entries(given).filter(([group]) => !wrong.some(other => other.group === group)),
    ) as Groups
    return { groups, problems: wrong.map(found => found.problem) }
  } catch (error) {
    const message = `threw when it was first called: ${error instanceof Error ? error.message : String(error)}`
    return { problems: [{ ...problem(message), mayBeProvided: true }] }
  }
}

/** What can be called: own entries, and the methods of whatever class it is an instance of. */
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

function combine(
  contributions: readonly { plugin: LoadedPlugin; load: (context: ServerContext) => Groups }[],
  { hook, group, context, wins }: Combining,
): unknown {
  const [only, ...others] = contributions
  if (others.length === 0 && only!.plugin.core) return only!.load(context)[group]
  const combined: Record<string, unknown> = {}
  for (const { plugin, load } of contributions) {
    const given = load(context)[group] ?? {}
    for (const operation of namesOf(given)) {
      if (others.length > 0 && !wins(plugin, `${group}.${operation}`)) continue
      const run = given[operation]
      combined[operation] =
        typeof run === 'function' ? attribute(plugin, hook, `${group}.${operation}`, run.bind(given) as never) : run
    }
  }
  return combined
}

function oncePerContext(run: (context: ServerContext) => Groups): (context: ServerContext) => Groups {
  const made = new WeakMap<ServerContext, Groups>()
  return context => {
    let groups = made.get(context)
    if (!groups) made.set(context, (groups = run(context)))
    return groups
  }
}

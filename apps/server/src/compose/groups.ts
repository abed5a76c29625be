import { attribute } from './attribution.ts'
import type { ServerContext } from './context.ts'
import { contextOf } from './member-context.ts'
import type { Ledger } from './ledger.ts'
import { label, type Member } from './member.ts'
import type { Problem } from './problem.ts'

type Hook = 'loaders' | 'mutators'
type Groups = Record<string, Record<string, unknown>>
type Entries = Map<string, (context: ServerContext) => unknown>

/**
 * Loaders or mutators of all members, by group. A member may add operations to another's group;
 * the same operation twice is a conflict. A hook runs once per context, when one of its groups is first used.
 */
export function composeGroups(hook: Hook, members: readonly Member[], ledger: Ledger): { entries: Entries; learn(probe: ServerContext): Problem[] } {
  const contributions = new Map<string, { member: Member; load: (context: ServerContext) => Groups; operations: readonly string[] }[]>()
  const entries: Entries = new Map()
  const learn = (probe: ServerContext): Problem[] => members.filter(member => member.hooks[hook]).flatMap(member => {
    const view = contextOf(member)
    const make = attribute(member, hook, hook, member.hooks[hook]!) as (context: ServerContext) => Groups
    const load = oncePerContext(context => make(view(context)))
    const groups = probeGroups(member, hook, () => load(probe))
    if ('code' in groups) return [groups as unknown as Problem]
    for (const [group, operations] of Object.entries(groups)) {
      const names = Object.keys(operations)
      for (const operation of names) ledger.claim(hook === 'loaders' ? 'loader' : 'mutator', `${group}.${operation}`, member)
      contributions.set(group, [...contributions.get(group) ?? [], { member, load, operations: names }])
      entries.set(group, context => combine(hook, group, contributions.get(group)!, context))
    }
    return []
  })
  return { entries, learn }
}

function probeGroups(member: Member, hook: Hook, load: () => Groups): Groups | Problem {
  const problem = (message: string): Problem => ({ code: 'PLUGIN_HOOK_FAILED', owners: [member.name], message: `${label(member)} ${hook}: ${message}\n  ${member.name}  ${member.origin}` })
  try {
    const groups = load()
    if (typeof groups === 'object' && groups !== null && !(groups instanceof Promise)) return groups
    return problem(`gave ${groups instanceof Promise ? 'a promise' : typeof groups}, expected a map of groups, like { People: { load() {} } }`)
  } catch (error) {
    return problem(`threw when it was first called: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function combine(hook: Hook, group: string, contributions: readonly { member: Member; load: (context: ServerContext) => Groups }[], context: ServerContext): unknown {
  const [only, ...others] = contributions
  if (others.length === 0 && only!.member.core) return only!.load(context)[group]
  const combined: Record<string, unknown> = {}
  for (const { member, load } of contributions) {
    for (const [operation, run] of Object.entries(load(context)[group] ?? {})) {
      combined[operation] = typeof run === 'function' ? attribute(member, hook, `${group}.${operation}`, run as never) : run
    }
  }
  return combined
}

function oncePerContext(run: (context: ServerContext) => Groups): (context: ServerContext) => Groups {
  const made = new WeakMap<ServerContext, Groups>()
  return context => {
    let groups = made.get(context)
    if (!groups) made.set(context, groups = run(context))
    return groups
  }
}

import {
  countListeners,
  type GlobalChange,
  type GlobalsSnapshot,
  harmfulChangesSince,
  harmlessAdditionsSince,
  type ListenerCounts,
  listenersSince,
  snapshotGlobals,
} from './globals.ts'
import { type PluginReference, type Problem, referenceTo } from './problem.ts'

/** The beginning of the rules by which an operator lets a plugin change a built-in. */
export const GLOBAL_RULE = 'global.replace:'

/** A plugin whose code may change built-ins, and the rules that allow it. */
export interface Watched extends PluginReference {
  readonly allow: readonly string[]
  /** Whether it is a feature of the core, whose code is not watched. */
  readonly core?: boolean
}

/** What the code of a plugin did to built-ins, as problems, and as advice. */
export interface GlobalFindings {
  readonly problems: readonly Problem[]
  readonly advice: readonly Problem[]
}

/** The state of the process before code of a plugin runs. */
export interface BeforePlugin {
  readonly globals: GlobalsSnapshot
  readonly listeners: ListenerCounts
  /** Changes by the plugin that were put back already. */
  readonly changed?: readonly GlobalChange[]
}

/** Notes the state of the built-ins, before code of a plugin runs. */
export function beforePlugin(): BeforePlugin {
  return { globals: snapshotGlobals(), listeners: countListeners() }
}

/**
 * What code of a plugin changed. A built-in that it may not change is put back, because all other code uses it too.
 *
 * @param where - the code that ran, for the text: `its modules`, `init`.
 */
export function findingsOf(plugin: Watched, before: BeforePlugin, where: string): GlobalFindings {
  const { globals, listeners, changed = [] } = before
  const later = restoreGlobals(plugin.allow, before).filter(({ name }) => !changed.some(other => other.name === name))
  const refused = [...changed, ...later]
  const additions = harmlessAdditionsSince(globals)
  const events = listenersSince(listeners)
  return {
    problems: refused.map(change => changedProblem(plugin, change, where)),
    advice: [
      ...additions.map(({ name }) => addedAdvice(plugin, name, where)),
      ...(events.length === 0 ? [] : [listenerAdvice(plugin, events, where)]),
    ],
  }
}

/** Puts the built-ins back that code of a plugin changed and may not change. @returns the changes */
export function restoreGlobals(allow: readonly string[], { globals }: BeforePlugin): GlobalChange[] {
  return undoRefused(allow, harmfulChangesSince(globals))
}

function undoRefused(allow: readonly string[], changes: readonly GlobalChange[]): GlobalChange[] {
  const refused = []
  // A loop, because the methods of lists may be among the changes.
  for (const change of changes)
    if (!allow.includes(GLOBAL_RULE + change.name)) {
      change.undo()
      refused.push(change)
    }
  return refused
}

/** Runs code of a plugin, and finds which built-ins it changed. */
export type WatchGlobals = <Answer>(
  plugin: Watched,
  where: string,
  run: () => Answer,
) => { readonly answer: Answer; readonly problems: readonly Problem[] }

/**
 * Makes a function that watches the hooks of several plugins, one after the other. Only code of the core may run
 * between two hooks, because the state after a hook that changed nothing counts as the state before the next.
 *
 * @example
 * const watch = watchGlobals()
 * const problems = plugins.flatMap(plugin => watch(plugin, 'router', () => plugin.hooks.router?.(router)).problems)
 */
export function watchGlobals(): WatchGlobals {
  let unchanged: GlobalsSnapshot | null = null
  return (plugin, where, run) => {
    if (plugin.core) return { answer: run(), problems: [] }
    const before = unchanged ?? snapshotGlobals()
    unchanged = null
    const answer = run()
    const changes = harmfulChangesSince(before)
    if (changes.length === 0) unchanged = before
    const refused = undoRefused(plugin.allow, changes)
    return { answer, problems: refused.map(change => changedProblem(plugin, change, where)) }
  }
}

const VERBS = { replaced: 'replaced', removed: 'removed', added: 'added' } as const

function changedProblem(plugin: Watched, { kind, name }: GlobalChange, where: string): Problem {
  const harm = kind === 'added' ? 'and every object has it now' : 'and all other code uses it too'
  return {
    code: 'PLUGIN_GLOBAL_CHANGED',
    plugins: [referenceTo(plugin)],
    at: name,
    message: `${plugin.name}: ${where} ${VERBS[kind]} ${name}, ${harm}`,
    fix:
      `use a function of the plugin's own instead; or let the plugin do it in plugins.json: ` +
      `"settings": {"${plugin.name}": {"allow": ["${GLOBAL_RULE}${name}"]}}`,
  }
}

function addedAdvice(plugin: Watched, name: string, where: string): Problem {
  return {
    code: 'PLUGIN_GLOBAL_ADDED',
    plugins: [referenceTo(plugin)],
    at: name,
    message: `${plugin.name}: ${where} added ${name}, which all other code sees too`,
    fix: "use a function of the plugin's own instead",
  }
}

function listenerAdvice(plugin: Watched, events: readonly string[], where: string): Problem {
  return {
    code: 'PLUGIN_PROCESS_LISTENER',
    plugins: [referenceTo(plugin)],
    message: `${plugin.name}: ${where} added listeners to the process, for ${events.join(', ')}`,
    fix: 'use the hooks init and shutdown: the server itself handles signals and errors of the process',
  }
}

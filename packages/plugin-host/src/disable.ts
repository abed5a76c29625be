import type { Manifest } from '@platform/plugin-sdk'
import type { ConfiguredPlugin } from './configure.ts'
import { type LoadedPlugin, manifestOf } from './loaded-plugin.ts'
import { answersTo, orderPlugins } from './order.ts'
import type { PluginList } from './plugin-list.ts'
import { concerns, type Problem, referenceTo, textOf } from './problem.ts'

/** A disabled plugin: its settings allow to start without it when it can't be composed or started. */
export interface Disabled {
  readonly name: string
  readonly reason: string
}

/** The plugins that are disabled, and the problems of the others. */
export interface Disabling {
  readonly disabled: readonly Disabled[]
  readonly unsolved: readonly Problem[]
}

type Composed = Pick<LoadedPlugin, 'name' | 'onFailure'> & { readonly hooks: object }

/**
 * Finds the plugins that are disabled because of problems: those that a problem is about and whose settings allow it,
 * and those that require them.
 */
export function disablePlugins(plugins: readonly Composed[], problems: readonly Problem[]): Disabling {
  const reasons = new Map<string, string>()
  for (const { name, onFailure } of plugins) {
    const own = problems.filter(problem => concerns(problem, name))
    if (onFailure === 'disable' && own.length > 0) reasons.set(name, own.map(textOf).join('; '))
  }
  const unsolved = problems.filter(problem => ![...reasons.keys()].some(name => concerns(problem, name)))
  disableDependants(
    plugins.map(({ name, hooks }) => ({ name, manifest: manifestOf(hooks) })),
    reasons,
  )
  return { unsolved, disabled: [...reasons].map(([name, reason]) => ({ name, reason })) }
}

/** The names of the plugins that a plugin requires. */
export function requirementsOf({ hooks }: { readonly hooks: object }): string[] {
  return Object.keys(manifestOf(hooks)?.requires ?? {})
}

/** The plugins of a list in order, and the problem that keeps them from being ordered. */
export interface Ordered {
  readonly plugins: readonly ConfiguredPlugin[]
  readonly order: readonly ConfiguredPlugin[]
  readonly cycle: readonly Problem[]
}

/**
 * Orders the plugins of a list. Those that are disabled are not in the order: plugins with problems, plugins that
 * require them, and plugins that wait for themselves, as far as their settings allow it.
 */
export function orderEnabled(plugins: readonly ConfiguredPlugin[], list: PluginList): Ordered {
  const mayBeDisabled = ({ name }: { name: string }) => list.settingsOf(name).onFailure === 'disable'
  const reasons = new Map(
    plugins
      .filter(plugin => plugin.problems.length > 0 && mayBeDisabled(plugin))
      .map(({ name, problems }) => [name, problems.map(textOf).join('; ')]),
  )
  const result = (order: readonly ConfiguredPlugin[], cycle: readonly Problem[] = []): Ordered => ({
    plugins: plugins.map(plugin => ({ ...plugin, disabled: reasons.get(plugin.name) ?? null })),
    order,
    cycle,
  })
  for (;;) {
    disableDependants(plugins, reasons)
    const enabled = plugins.filter(({ name }) => !reasons.has(name))
    const ordering = orderPlugins(enabled)
    if ('ordered' in ordering) return result(ordering.ordered)
    const last = enabled.findLast(plugin => ordering.cycle.includes(plugin.name) && mayBeDisabled(plugin))
    const problem = cycleProblem(ordering.cycle, enabled)
    if (!last) return result(enabled, [problem])
    reasons.set(last.name, textOf(problem))
  }
}

interface Requiring {
  readonly name: string
  readonly manifest: Manifest | null
}

/**
 * Disables every plugin that requires a disabled one, and then those that require these.
 *
 * @param reasons - why a plugin is disabled, by its name.
 */
function disableDependants(plugins: readonly Requiring[], reasons: Map<string, string>): void {
  for (let before = -1; before !== reasons.size; ) {
    before = reasons.size
    for (const { name, manifest } of plugins) {
      const required = Object.keys(manifest?.requires ?? {})
      const gone = plugins.find(other => reasons.has(other.name) && required.some(each => answersTo(other, each)))
      if (gone && !reasons.has(name)) reasons.set(name, `it requires ${gone.name}, which is disabled`)
    }
  }
}

function cycleProblem(names: readonly string[], plugins: readonly ConfiguredPlugin[]): Problem {
  return {
    code: 'PLUGIN_DEPENDENCY_CYCLE',
    plugins: names
      .flatMap(name => plugins.filter(plugin => plugin.name === name))
      .map(({ name, origin }) => referenceTo({ name, origin })),
    message: `each of these waits for the next: ${[...names, names[0]].join(' → ')}`,
    fix: 'change requires or order in one of them, or take one out of the list',
  }
}

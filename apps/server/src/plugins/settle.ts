import type { Problem } from '../composition/problem.ts'
import { answersTo, orderPlugins } from './order.ts'
import type { PluginList } from './plugin-list.ts'
import type { SurveyedPlugin } from './surveyed-plugin.ts'

/** Who takes part. */
export interface Settled {
  readonly plugins: readonly SurveyedPlugin[]
  readonly order: readonly SurveyedPlugin[]
  readonly cycle: readonly Problem[]
}

/** Leaves out what is broken and may be left out, then what needs that, then what waits for itself. */
export function settle(plugins: readonly SurveyedPlugin[], list: PluginList): Settled {
  const mayLeave = ({ name }: { name: string }) => list.settingsOf(name).onFailure === 'disable'
  const reasons = new Map(
    plugins
      .filter(plugin => plugin.problems.length > 0 && mayLeave(plugin))
      .map(plugin => [plugin, plugin.problems.map(({ message }) => message).join('; ')]),
  )
  const result = (order: readonly SurveyedPlugin[], cycle: readonly Problem[] = []): Settled => {
    const leftOut = plugins.map(plugin => ({ ...plugin, leftOut: reasons.get(plugin) ?? null }))
    return { plugins: leftOut, order, cycle }
  }
  for (;;) {
    leaveDependants(plugins, reasons)
    const staying = plugins.filter(plugin => !reasons.has(plugin))
    const ordering = orderPlugins(staying)
    if ('ordered' in ordering) return result(ordering.ordered)
    const last = staying.findLast(plugin => ordering.cycle.includes(plugin.name) && mayLeave(plugin))
    const problem = cycleProblem(ordering.cycle, staying)
    if (!last) return result(staying, [problem])
    reasons.set(last, problem.message)
  }
}

function leaveDependants(plugins: readonly SurveyedPlugin[], reasons: Map<SurveyedPlugin, string>): void {
  for (let before = -1; before !== reasons.size; ) {
    before = reasons.size
    for (const plugin of plugins) {
      const needs = Object.keys(plugin.manifest?.requires ?? {})
      const gone = [...reasons.keys()].find(other => needs.some(name => answersTo(other, name)))
      if (gone && !reasons.has(plugin)) reasons.set(plugin, `it requires ${gone.name}, which is left out`)
    }
  }
}

function cycleProblem(names: readonly string[], plugins: readonly SurveyedPlugin[]): Problem {
  const origins = names.map(name => `\n  ${name}  ${plugins.find(plugin => plugin.name === name)!.origin}`).join('')
  return {
    code: 'PLUGIN_DEPENDENCY_CYCLE',
    owners: names,
    message: `each of these waits for the next: ${[...names, names[0]].join(' → ')}${origins}`,
    fix: 'change requires or order in one of them, or take one out of the list',
  }
}

import { readEnvironment } from '@platform/config'
import { CompositionError } from '../composition/problem.ts'
import type { LoadedPlugin } from '../contract/loaded-plugin.ts'
import type { Environment } from './plugin-environment.ts'
import type { PluginList } from './plugin-list.ts'
import { surveyPlugins } from './survey.ts'

/** The plugins of a list, loaded, and those that were left out because the list says so. */
export interface LoadedPlugins {
  /** In the order they are composed. */
  readonly members: readonly LoadedPlugin[]
  readonly disabled: readonly { readonly name: string; readonly reason: string }[]
  /** What an operator should know. */
  readonly warnings: readonly string[]
}

/** Loads every plugin of the list. @throws CompositionError with every problem of every plugin. */
export async function loadPlugins(
  root: string,
  list: PluginList,
  env: Environment = readEnvironment({ env: process.env, cwd: root }),
): Promise<LoadedPlugins> {
  const { members, judged, unseen, plugins, problems, warnings } = await surveyPlugins(root, list, env)
  // What is wrong between the others is told at once, instead of after the next start.
  if (problems.length > 0) {
    const { diagnose } = await import('./diagnose.ts')
    throw new CompositionError([...problems, ...(await diagnose(judged, unseen)).problems])
  }
  return {
    members,
    warnings,
    disabled: plugins.flatMap(({ name, leftOut }) => (leftOut === null ? [] : [{ name, reason: leftOut }])),
  }
}

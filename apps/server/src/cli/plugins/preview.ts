import { disablePlugins, namesOf, type Problem, type Remarks, type Survey } from '@platform/plugin-host'
import { dryRun } from '../../main/dry-run.ts'

/** Which plugins a start would disable, and the problems that it would find. */
export interface StartPreview {
  /** Plugins that would be disabled, and why. */
  readonly disabled: ReadonlyMap<string, string>
  /** Plugins that keep the server from starting. */
  readonly broken: ReadonlySet<string>
  readonly problems: readonly Problem[]
  readonly remarks: Remarks
}

/** Composes the plugins without starting the server, again and again until no further plugin is disabled. */
export async function previewStart({ composable, unseen, plugins }: Survey): Promise<StartPreview> {
  const disabled = new Map(
    plugins.flatMap(plugin => (plugin.disabled === null ? [] : [[plugin.name, plugin.disabled] as const])),
  )
  const all: Problem[] = []
  for (let rest = composable; ; ) {
    const { problems, ...remarks } = await dryRun(rest, { unseen })
    all.push(...problems)
    const { disabled: further, unsolved } = disablePlugins(rest, problems)
    for (const { name, reason } of further) if (!disabled.has(name)) disabled.set(name, reason)
    if (unsolved.length > 0 || further.length === 0)
      return { disabled, remarks, problems: all, broken: new Set(unsolved.flatMap(namesOf)) }
    rest = rest.filter(({ name }) => !further.some(other => other.name === name))
  }
}

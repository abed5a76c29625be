import { disablePlugins, namesOf, type Problem, type Remarks, type Survey } from '@platform/plugin-host'
import { dryRun } from '../../main/dry-run.ts'

/** How a start would go, as far as plugins clash with each other and with the core. */
export interface StartPreview {
  /** Plugins that would be disabled, and why. */
  readonly disabled: ReadonlyMap<string, string>
  /** Plugins that keep the server from starting. */
  readonly broken: ReadonlySet<string>
  readonly problems: readonly Problem[]
  readonly remarks: Remarks
}

/** Composes the plugins, without those that are disabled for their problems, until nothing changes. Nothing is started. */
export async function previewStart({ composable, unseen, plugins }: Survey): Promise<StartPreview> {
  const disabled = new Map(
    plugins.flatMap(plugin => (plugin.disabled === null ? [] : [[plugin.name, plugin.disabled] as const])),
  )
  const all: Problem[] = []
  for (let rest = composable; ; ) {
    const { problems, ...remarks } = await dryRun(rest, unseen)
    all.push(...problems)
    const { disabled: gone, unsolved } = disablePlugins(rest, problems)
    for (const { name, reason } of gone) if (!disabled.has(name)) disabled.set(name, reason)
    if (unsolved.length > 0 || gone.length === 0)
      return { disabled, remarks, problems: all, broken: new Set(unsolved.flatMap(namesOf)) }
    rest = rest.filter(({ name }) => !gone.some(other => other.name === name))
  }
}

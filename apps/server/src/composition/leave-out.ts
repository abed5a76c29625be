import { MANIFEST, type Manifest } from '@platform/plugin-sdk'
import type { LoadedPlugin } from '../contract/loaded-plugin.ts'
import { answersTo } from '../plugins/order.ts'
import type { Disabled } from './composition.ts'
import type { Problem } from './problem.ts'

/** Who goes, and which problems stay. */
export interface LeftOut {
  readonly disabled: readonly Disabled[]
  readonly unsolved: readonly Problem[]
}

/** Finds out who is left out because of problems: those concerned, where their settings allow it, and whoever requires them. */
export function leaveOut(plugins: readonly LoadedPlugin[], problems: readonly Problem[]): LeftOut {
  const reasons = new Map<LoadedPlugin, string>()
  for (const member of plugins) {
    const own = problems.filter(({ owners }) => owners.includes(member.name))
    if (member.onFailure === 'disable' && own.length > 0)
      reasons.set(member, own.map(({ message }) => message).join('; '))
  }
  const unsolved = problems.filter(({ owners }) => ![...reasons.keys()].some(({ name }) => owners.includes(name)))
  for (let before = -1; before !== reasons.size; ) {
    before = reasons.size
    for (const member of plugins) {
      const gone = [...reasons.keys()].find(other =>
        requirementsOf(member).some(name => answersTo(placed(other), name)),
      )
      if (gone && !reasons.has(member)) reasons.set(member, `it requires ${gone.name}, which is left out`)
    }
  }
  return { unsolved, disabled: [...reasons].map(([{ name }, reason]) => ({ name, reason })) }
}

/** Names of the plugins that a member can't do without. */
export function requirementsOf(member: LoadedPlugin): string[] {
  return Object.keys(manifestOf(member)?.requires ?? {})
}

function placed(member: LoadedPlugin): { name: string; manifest: Manifest | null } {
  return { name: member.name, manifest: manifestOf(member) }
}

function manifestOf({ hooks }: LoadedPlugin): Manifest | null {
  return (hooks as { [MANIFEST]?: Manifest })[MANIFEST] ?? null
}

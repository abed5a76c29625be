import { leaveOut } from '../composition/leave-out.ts'
import type { Problem, Remarks } from '../composition/problem.ts'
import { diagnose } from './diagnose.ts'
import type { Survey } from './survey.ts'

/** How a start would go, as far as plugins clash with each other and with the core. */
export interface Prospect {
  /** Plugins that would be left out, and why. */
  readonly disabled: ReadonlyMap<string, string>
  /** Plugins that keep the server from starting. */
  readonly broken: ReadonlySet<string>
  readonly problems: readonly Problem[]
  readonly remarks: Remarks
}

/** Composes what can be composed, leaves out what may be left out, and looks again. Nothing is started. */
export async function foresee({ judged, unseen, plugins }: Survey): Promise<Prospect> {
  const disabled = new Map(plugins.flatMap(({ name, leftOut }) => (leftOut === null ? [] : [[name, leftOut] as const])))
  const all: Problem[] = []
  for (let members = judged; ; ) {
    const { problems, ...remarks } = await diagnose(members, unseen)
    all.push(...problems)
    const { disabled: gone, unsolved } = leaveOut(members, problems)
    for (const { name, reason } of gone) if (!disabled.has(name)) disabled.set(name, reason)
    if (unsolved.length > 0 || gone.length === 0)
      return { disabled, remarks, problems: all, broken: new Set(unsolved.flatMap(({ owners }) => owners)) }
    members = members.filter(({ name }) => !gone.some(other => other.name === name))
  }
}

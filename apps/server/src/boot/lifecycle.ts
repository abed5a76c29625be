import type { LifecycleApi } from '@platform/plugin-sdk'
import { attribute, attributionOf, describeAttribution } from '../compose/attribution.ts'
import type { Composition } from '../compose/composition.ts'
import type { Connectors } from '../compose/context.ts'
import { label, type Member } from '../compose/member.ts'
import { CompositionError } from '../compose/problem.ts'
import { LateError, withDeadline } from './deadline.ts'
import { logOf } from './member-log.ts'
import type { Log } from './log.ts'

/** How long a plugin may take to start, or to stop. */
const DEADLINE = 10_000

/** Members that were started, and how to stop them. */
export interface Lifecycle {
  stop(): Promise<void>
}

/** Runs `init` and then `ready` of every member in order. When one fails, what was started is undone: a member whose turn did not come is not shut down either. */
export async function startLifecycle(members: readonly Member[], log: Log): Promise<Lifecycle> {
  const abort = new AbortController()
  const undo: { readonly member: Member; readonly step: () => Promise<void> }[] = []
  const begun = new Set<Member>()
  const apis = new Map<Member, LifecycleApi>(members.map(member => [member, {
    config: member.config ?? {}, log: logOf(member, log), signal: abort.signal,
    defer: step => { undo.push({ member, step: async () => { await attribute(member, 'defer', 'defer', () => inTime(async () => step()))() } }) },
  }]))

  async function stop(): Promise<void> {
    abort.abort()
    for (const member of [...begun].toReversed()) await settle(log, member, () => run(member, 'shutdown', apis.get(member)!))
    for (const { member, step } of undo.toReversed()) await settle(log, member, step)
  }

  try {
    for (const phase of ['init', 'ready'] as const) {
      for (const member of members) {
        begun.add(member)
        await begin(member, phase, apis.get(member)!)
      }
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}

/**
 * Calls every member's `connect` hook with the server's parts, in a process that serves and in no other.
 *
 * @throws CompositionError naming the plugin that could not.
 */
export async function connectPlugins({ members, connectors }: Composition): Promise<void> {
  for (const member of members) await begin(member, 'connect', connectors)
}

async function begin(member: Member, phase: 'init' | 'ready' | 'connect', given: LifecycleApi | Connectors): Promise<void> {
  try {
    await run(member, phase, given)
  } catch (error) {
    if (member.core) throw error
    throw new CompositionError([{ code: 'PLUGIN_HOOK_FAILED', owners: [member.name], message: `${label(member)} ${phase}: ${error instanceof Error ? error.message : String(error)}\n  ${member.name}  ${member.origin}`, fix: `mend what it needs, or let the server start without it: "settings": {"${member.name}": {"onFailure": "disable"}} in plugins.json` }])
  }
}

async function run(member: Member, phase: 'init' | 'ready' | 'connect' | 'shutdown', given: LifecycleApi | Connectors): Promise<void> {
  const hook = member.hooks[phase] as ((given: unknown) => unknown) | undefined
  if (!hook) return
  await attribute(member, phase, phase, () => inTime(async () => hook(given)))()
}

async function inTime(work: () => Promise<unknown>): Promise<void> {
  await withDeadline(work(), DEADLINE, `it did not finish within ${DEADLINE / 1_000} s`)
}

async function settle(log: Log, member: Member, step: () => Promise<void>): Promise<void> {
  try {
    await step()
  } catch (error) {
    const from = attributionOf(error)
    log.error({ err: error, ...from, plugin: member.name }, `PLUGIN_HOOK_FAILED ${from ? describeAttribution(from) : label(member)}: ${error instanceof LateError ? error.message : 'it failed to stop'}`)
  }
}

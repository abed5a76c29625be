import {
  CompositionError,
  isSameName,
  type LoadedPlugin,
  label,
  messageOf,
  namesOf,
  type Problem,
  referenceTo,
  requirementsOf,
} from '@platform/plugin-host'
import type { LifecycleApi } from '@platform/plugin-sdk'
import pTimeout, { TimeoutError } from 'p-timeout'
import { attribute, attributionOf, describeAttribution } from '../composition/attribution.ts'
import type { Composition } from '../composition/composition.ts'
import { logOf } from '../composition/plugin-log.ts'
import type { Connectors } from '../contract/context.ts'
import type { Log } from '../runtime/log.ts'

/** How long a plugin may take to start, or to stop. */
const DEADLINE = 10_000

/** Members that were started, and how to stop them. */
export interface Lifecycle {
  stop(): Promise<void>
}

/** Runs `init` and then `ready` of every member in order. When some fail, what was started is undone; a member whose turn did not come is not shut down either. */
export async function startLifecycle(plugins: readonly LoadedPlugin[], log: Log): Promise<Lifecycle> {
  const abort = new AbortController()
  const undo: { readonly member: LoadedPlugin; readonly step: () => Promise<void> }[] = []
  const begun = new Set<LoadedPlugin>()
  const apis = new Map<LoadedPlugin, LifecycleApi>(
    plugins.map(member => [
      member,
      {
        config: member.config ?? {},
        log: logOf(member, log),
        signal: abort.signal,
        defer: step => {
          undo.push({
            member,
            step: async () => {
              await attribute(member, 'defer', 'defer', () => inTime(async () => step()))()
            },
          })
        },
      },
    ]),
  )

  async function stop(): Promise<void> {
    abort.abort()
    for (const member of [...begun].toReversed())
      await settle(log, member, () => run(member, 'shutdown', apis.get(member)!))
    for (const { member, step } of undo.toReversed()) await settle(log, member, step)
  }

  try {
    for (const phase of ['init', 'ready'] as const) {
      await beginAll(plugins, phase, member => {
        begun.add(member)
        return apis.get(member)!
      })
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
export async function connectPlugins({ plugins, connectors }: Composition): Promise<void> {
  await beginAll(plugins, 'connect', () => connectors)
}

type Begun = 'init' | 'ready' | 'connect'

/** Calls a hook of every member; those that fail are told together. Whoever requires one of them is not called. */
async function beginAll(
  plugins: readonly LoadedPlugin[],
  phase: Begun,
  given: (member: LoadedPlugin) => LifecycleApi | Connectors,
): Promise<void> {
  const problems: Problem[] = []
  for (const member of plugins) {
    const failed = problems.flatMap(namesOf)
    if (requirementsOf(member).some(name => failed.some(other => isSameName(other, name)))) continue
    try {
      await run(member, phase, given(member))
    } catch (error) {
      if (member.core) throw error
      problems.push({
        code: 'PLUGIN_HOOK_FAILED',
        plugins: [referenceTo(member)],
        hook: phase,
        message: messageOf(error),
        fix: `mend what it needs, or let the server start without it: "settings": {"${member.name}": {"onFailure": "disable"}} in plugins.json`,
      })
    }
  }
  if (problems.length > 0) throw new CompositionError(problems)
}

async function run(member: LoadedPlugin, phase: Begun | 'shutdown', given: LifecycleApi | Connectors): Promise<void> {
  const hook = member.hooks[phase] as ((given: unknown) => unknown) | undefined
  if (!hook) return
  await attribute(member, phase, phase, () => inTime(async () => hook(given)))()
}

async function inTime(work: () => Promise<unknown>): Promise<void> {
  await pTimeout(work(), { milliseconds: DEADLINE, message: `it did not finish within ${DEADLINE / 1_000} s` })
}

async function settle(log: Log, member: LoadedPlugin, step: () => Promise<void>): Promise<void> {
  try {
    await step()
  } catch (error) {
    const from = attributionOf(error)
    log.error(
      { err: error, ...from, plugin: member.name },
      `PLUGIN_HOOK_FAILED ${from ? describeAttribution(from) : label(member)}: ${error instanceof TimeoutError ? error.message : 'it failed to stop'}`,
    )
  }
}

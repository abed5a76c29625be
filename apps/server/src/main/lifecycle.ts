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
import { logOf } from '../composition/context/plugin-log.ts'
import type { Connectors } from '../contract/context.ts'
import type { Log } from '../runtime/log.ts'

/** How long a plugin may take to start, or to stop. */
const DEADLINE = 10_000

/** Plugins that were started, and how to stop them. */
export interface Lifecycle {
  stop(): Promise<void>
}

/** Runs `init` and then `ready` of every plugin in order. When some fail, what was started is undone; a plugin whose turn did not come is not shut down either. */
export async function startLifecycle(plugins: readonly LoadedPlugin[], log: Log): Promise<Lifecycle> {
  const abort = new AbortController()
  const undo: { readonly plugin: LoadedPlugin; readonly step: () => Promise<void> }[] = []
  const begun = new Set<LoadedPlugin>()
  const apis = new Map<LoadedPlugin, LifecycleApi>(
    plugins.map(plugin => [
      plugin,
      {
        config: plugin.config ?? {},
        log: logOf(plugin, log),
        signal: abort.signal,
        defer: step => {
          undo.push({
            plugin,
            step: async () => {
              await attribute(plugin, 'defer', 'defer', () => inTime(async () => step()))()
            },
          })
        },
      },
    ]),
  )

  async function stop(): Promise<void> {
    abort.abort()
    for (const plugin of [...begun].toReversed())
      await settle(log, plugin, () => run(plugin, 'shutdown', apis.get(plugin)!))
    for (const { plugin, step } of undo.toReversed()) await settle(log, plugin, step)
  }

  try {
    for (const phase of ['init', 'ready'] as const) {
      await beginAll(plugins, phase, plugin => {
        begun.add(plugin)
        return apis.get(plugin)!
      })
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}

/**
 * Calls every plugin's `connect` hook with the server's parts, in a process that serves and in no other.
 *
 * @throws CompositionError naming the plugin that could not.
 */
export async function connectPlugins({ plugins, connectors }: Composition): Promise<void> {
  await beginAll(plugins, 'connect', () => connectors)
}

type Begun = 'init' | 'ready' | 'connect'

/** Calls a hook of every plugin; those that fail are told together. Whoever requires one of them is not called. */
async function beginAll(
  plugins: readonly LoadedPlugin[],
  phase: Begun,
  given: (plugin: LoadedPlugin) => LifecycleApi | Connectors,
): Promise<void> {
  const problems: Problem[] = []
  for (const plugin of plugins) {
    const failed = problems.flatMap(namesOf)
    if (requirementsOf(plugin).some(name => failed.some(other => isSameName(other, name)))) continue
    try {
      await run(plugin, phase, given(plugin))
    } catch (error) {
      if (plugin.core) throw error
      problems.push({
        code: 'PLUGIN_HOOK_FAILED',
        plugins: [referenceTo(plugin)],
        hook: phase,
        message: messageOf(error),
        fix: `mend what it needs, or let the server start without it: "settings": {"${plugin.name}": {"onFailure": "disable"}} in plugins.json`,
      })
    }
  }
  if (problems.length > 0) throw new CompositionError(problems)
}

async function run(plugin: LoadedPlugin, phase: Begun | 'shutdown', given: LifecycleApi | Connectors): Promise<void> {
  const hook = plugin.hooks[phase] as ((given: unknown) => unknown) | undefined
  if (!hook) return
  await attribute(plugin, phase, phase, () => inTime(async () => hook(given)))()
}

async function inTime(work: () => Promise<unknown>): Promise<void> {
  await pTimeout(work(), { milliseconds: DEADLINE, message: `it did not finish within ${DEADLINE / 1_000} s` })
}

async function settle(log: Log, plugin: LoadedPlugin, step: () => Promise<void>): Promise<void> {
  try {
    await step()
  } catch (error) {
    const from = attributionOf(error)
    log.error(
      { err: error, ...from, plugin: plugin.name },
      `PLUGIN_HOOK_FAILED ${from ? describeAttribution(from) : label(plugin)}: ${error instanceof TimeoutError ? error.message : 'it failed to stop'}`,
    )
  }
}

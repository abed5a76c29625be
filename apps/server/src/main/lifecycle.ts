import {
  beforePlugin,
  CompositionError,
  correctOrDisable,
  findingsOf,
  isSameName,
  type LoadedPlugin,
  label,
  messageOf,
  namesOf,
  type Problem,
  referenceTo,
  reportOf,
  requirementsOf,
} from '@platform/plugin-host'
import type { LifecycleApi } from '@platform/plugin-sdk'
import pTimeout, { TimeoutError } from 'p-timeout'
import { attribute, attributionOf, describeAttribution } from '../composition/attribution.ts'
import type { Composition } from '../composition/composition.ts'
import { pluginHooksFor } from '../composition/context/plugin-hooks.ts'
import { logOf } from '../composition/context/plugin-view.ts'
import { noteBoot } from '../composition/plugin-reports.ts'
import type { Connectors } from '../contract/context.ts'
import { withBoundMethods } from '../runtime/bound-methods.ts'
import type { Log } from '../runtime/log.ts'

/** How long a hook may take to start a plugin, or to stop it. Milliseconds. */
const DEADLINE = 10_000

/** The plugins that were started, and a function that stops them. */
export interface Lifecycle {
  stop(): Promise<void>
}

/** A step that a plugin registered by `defer`. */
interface Undo {
  readonly plugin: LoadedPlugin
  readonly step: () => Promise<void>
}

/**
 * Runs `init` and then `ready` of every plugin in order. When one fails, the plugins that were started are stopped; a
 * plugin whose hooks were not called is not shut down.
 */
export async function startLifecycle(plugins: readonly LoadedPlugin[], log: Log): Promise<Lifecycle> {
  const abort = new AbortController()
  const undo: Undo[] = []
  const begun = new Map<LoadedPlugin, LifecycleApi>()
  const apiOf = (plugin: LoadedPlugin): LifecycleApi => {
    const api = begun.get(plugin) ?? lifecycleApi(plugin, { plugins, log, signal: abort.signal, undo })
    begun.set(plugin, api)
    return api
  }

  async function stop(): Promise<void> {
    abort.abort()
    for (const [plugin, api] of [...begun].toReversed()) await tryStep(log, plugin, () => run(plugin, 'shutdown', api))
    for (const { plugin, step } of undo.toReversed()) await tryStep(log, plugin, step)
  }

  try {
    await beginAll(plugins, 'init', { argumentFor: apiOf, log })
    await beginAll(plugins, 'ready', { argumentFor: apiOf, log })
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}

function lifecycleApi(
  plugin: LoadedPlugin,
  { plugins, log, signal, undo }: { plugins: readonly LoadedPlugin[]; log: Log; signal: AbortSignal; undo: Undo[] },
): LifecycleApi {
  return {
    config: plugin.config ?? {},
    log: withBoundMethods(logOf(plugin, log)),
    pluginHooks: pluginHooksFor(plugins, plugin),
    signal,
    defer(step) {
      undo.push({ plugin, step: attribute(plugin, 'defer', 'defer', () => inTime(async () => step())) })
    },
  }
}

/**
 * Calls the `connect` hook of every plugin with the server's parts. Only a process that serves calls it.
 *
 * @throws CompositionError naming every plugin whose hook failed.
 */
export async function connectPlugins({ plugins, connectors, services }: Composition): Promise<void> {
  await beginAll(plugins, 'connect', { argumentFor: () => connectors, log: services.log })
}

type Begun = 'init' | 'ready' | 'connect'

/** Calls a hook of every plugin, but not of plugins that require a failed one, and reports all failures together. */
async function beginAll(
  plugins: readonly LoadedPlugin[],
  phase: Begun,
  { argumentFor, log }: { argumentFor(plugin: LoadedPlugin): LifecycleApi | Connectors; log: Log },
): Promise<void> {
  const problems: Problem[] = []
  for (const plugin of plugins) {
    const failed = problems.flatMap(namesOf)
    if (requirementsOf(plugin).some(name => failed.some(other => isSameName(other, name)))) continue
    const before = plugin.core || !plugin.hooks[phase] ? null : beforePlugin()
    const began = performance.now()
    try {
      await run(plugin, phase, argumentFor(plugin))
      if (plugin.hooks[phase]) noteBoot(plugin, performance.now() - began)
      const found = before ? findingsOf(plugin, before, phase) : null
      problems.push(...(found?.problems ?? []))
      for (const advice of found?.advice ?? []) log.warn({ plugin: plugin.name }, reportOf(advice))
    } catch (error) {
      if (plugin.core) throw error
      problems.push({
        code: 'PLUGIN_HOOK_FAILED',
        plugins: [referenceTo(plugin)],
        hook: phase,
        message: messageOf(error),
        fix: correctOrDisable(`what ${phase} needs`, plugin),
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

/** Stops a plugin. A failure is logged, and the other plugins are stopped all the same. */
async function tryStep(log: Log, plugin: LoadedPlugin, step: () => Promise<void>): Promise<void> {
  try {
    await step()
  } catch (error) {
    const from = attributionOf(error)
    const place = from ? describeAttribution(from) : label(plugin)
    const reason = error instanceof TimeoutError ? error.message : 'it failed to stop'
    log.error({ err: error, ...from, plugin: plugin.name }, `PLUGIN_HOOK_FAILED ${place}: ${reason}`)
  }
}

import type { Attribution, LoadedPlugin } from '@platform/plugin-host'
import type { PluginFailure, PluginReport } from '../contract/composed.ts'
import { withoutSecrets } from '../runtime/secrets.ts'

/** How many failures of a plugin are kept, and how long a message of one is at most. */
const MOST_FAILURES = 20
const LONGEST_MESSAGE = 500

interface Kept {
  bootTime: number
  failureCount: number
  readonly failures: PluginFailure[]
}

const kept = new WeakMap<LoadedPlugin, Kept>()
/** The plugin of each place in a plugin's code. */
const owners = new WeakMap<Attribution, LoadedPlugin>()

function keptOf(plugin: LoadedPlugin): Kept {
  const known = kept.get(plugin) ?? { bootTime: 0, failureCount: 0, failures: [] }
  kept.set(plugin, known)
  return known
}

/** Notes to which plugin a place belongs, so that its failures are found. */
export function own(place: Attribution, plugin: LoadedPlugin): Attribution {
  owners.set(place, plugin)
  return place
}

/** Notes that a hook took some time while the server started. */
export function noteBoot(plugin: LoadedPlugin, milliseconds: number): void {
  keptOf(plugin).bootTime += milliseconds
}

/** Notes a failure of a plugin's code. An error by which a plugin refuses a request, as the core does, is none. */
export function noteFailure(place: Attribution, error: Error): void {
  const plugin = owners.get(place)
  if (!plugin || 'translation_key' in error) return
  const report = keptOf(plugin)
  report.failureCount += 1
  const { hook, at } = place
  // A secret that is cut would not be found any more.
  const message = withoutSecrets(error.message).slice(0, LONGEST_MESSAGE)
  report.failures.unshift({ hook, at, message, created_at: new Date() })
  report.failures.splice(MOST_FAILURES)
}

/** How a plugin has done since the start. */
export function reportOn(plugin: LoadedPlugin): PluginReport {
  const { bootTime, failureCount, failures } = keptOf(plugin)
  return { bootTime: Math.round(bootTime), failureCount, failures: [...failures] }
}

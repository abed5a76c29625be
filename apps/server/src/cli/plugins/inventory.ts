import {
  findEntry,
  isSameName,
  type PluginEntry,
  type PluginList,
  type PluginState,
  type Survey,
} from '@platform/plugin-host'
import type { StartPreview } from './preview.ts'

/** One plugin of the inventory. */
export interface InventoryLine {
  readonly name: string
  readonly version: string | null
  /** `disabled`: not composed because of a problem. `broken`: the server does not start because of its problem. */
  readonly state: PluginState | 'disabled' | 'broken'
  /** Why it is disabled; `null` unless it is. */
  readonly reason: string | null
  /** The range that the list requires; `null` for a name without one. */
  readonly range: string | null
  readonly server: boolean
  readonly client: boolean
  readonly hooks: readonly string[]
  /** The module that it is loaded from, relative to the project's root. */
  readonly origin: string | null
}

/** Every plugin of the list, on the server and in the browser. */
export function takeInventory(
  root: string,
  list: PluginList,
  { plugins, disabled, broken }: Pick<Survey, 'plugins'> & StartPreview,
): InventoryLine[] {
  const inClient = (name: string) => list.client.some(entry => isSameName(entry.name, name))
  const onServer = plugins.map((plugin): InventoryLine => {
    const { state: found } = findEntry(root, plugin.entry)
    const state =
      found === 'missing' || found === 'outdated'
        ? found
        : plugin.problems.length > 0 || broken.has(plugin.name)
          ? 'broken'
          : found
    const reason = disabled.get(plugin.name) ?? null
    return {
      name: plugin.name,
      version: plugin.version,
      state: reason === null ? state : 'disabled',
      reason,
      range: plugin.entry.range,
      server: true,
      client: inClient(plugin.name),
      hooks: Object.keys(plugin.hooks ?? {}),
      origin: plugin.origin || null,
    }
  })
  return [
    ...onServer,
    ...list.client
      .filter(({ name }) => !onServer.some(line => isSameName(line.name, name)))
      .map(entry => clientOnly(root, entry)),
  ]
}

function clientOnly(root: string, entry: PluginEntry): InventoryLine {
  const { state, version } = findEntry(root, entry)
  return {
    name: entry.name,
    version,
    state,
    reason: null,
    range: entry.range,
    server: false,
    client: true,
    hooks: [],
    origin: null,
  }
}

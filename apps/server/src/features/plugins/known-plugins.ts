import { type Disabled, isSameName, type LoadedPlugin } from '@platform/plugin-host'
import type { Services } from '@platform/plugin-sdk'

/** A plugin of this server. */
export interface KnownPlugin {
  readonly name: string
  readonly version: string | null
  /** What runs of it on the server; `null` when nothing does. */
  readonly loaded: LoadedPlugin | null
  /** Why it does not run, if it is disabled. */
  readonly disabled: Disabled | null
  /** Whether it has a part in the browser. */
  readonly client: boolean
}

/** Every plugin of this server: those that run, those that are disabled, and those with only a client part. */
export function knownPlugins({
  composition,
  streamBuild,
}: Pick<Services, 'composition' | 'streamBuild'>): readonly KnownPlugin[] {
  const inBuild = (name: string) => streamBuild.parts.some(({ plugin }) => isSameName(plugin, name))
  const loaded = composition.plugins.filter(({ core }) => !core)
  const onServer = [
    ...loaded.map(plugin => ({ name: plugin.name, version: plugin.version, loaded: plugin, disabled: null })),
    ...composition.disabled.map(plugin => ({ name: plugin.name, version: null, loaded: null, disabled: plugin })),
  ].map(plugin => ({ ...plugin, client: inBuild(plugin.name) }))
  const inBrowser = streamBuild.parts
    .filter(({ plugin }) => !onServer.some(({ name }) => isSameName(name, plugin)))
    .map(({ plugin, version }) => ({ name: plugin, version, loaded: null, disabled: null, client: true }))
  return [...onServer, ...inBrowser]
}

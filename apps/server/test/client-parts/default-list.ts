import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { clientPartIn, type PluginList, readPluginList } from '@platform/plugin-host'
import type { Plugin } from '@platform/plugin-sdk'

/** The folder of this repository, whose list a new checkout has. */
export const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))

/** The list of a new checkout. */
export const DEFAULT_LIST: PluginList = await readPluginList(ROOT, undefined)

/** The plugins of that list, each once. */
export const LISTED: readonly string[] = [
  ...new Set([...DEFAULT_LIST.server, ...DEFAULT_LIST.client].map(({ name }) => name)),
]

/** The same list without a plugin, as `platform plugins remove` leaves it. */
export const listWithout = (name: string): PluginList => ({
  ...DEFAULT_LIST,
  server: DEFAULT_LIST.server.filter(entry => entry.name !== name),
  client: DEFAULT_LIST.client.filter(entry => entry.name !== name),
})

/** The parts of the list for the server. */
export const serverParts = ({ server }: { readonly server: readonly { readonly name: string }[] }): Promise<Plugin[]> =>
  Promise.all(
    server.map(async ({ name }) => {
      const file = pathToFileURL(`${ROOT}/plugins/${name}/server/index.ts`)
      return ((await import(file.href)) as { readonly default: Plugin }).default
    }),
  )

/** The client parts of plugins of this repository, as a build takes them. */
export const clientParts = (names: readonly string[]) =>
  names.map(plugin => ({ ...clientPartIn(join(ROOT, 'plugins', plugin))!, plugin, version: null }))

import { join, sep } from 'node:path'
import {
  findEntry,
  hasClient,
  hasServer,
  LIST_FILES,
  type Location,
  locatePlugin,
  nameOfOwnPlugin,
  type PluginList,
  parsePluginList,
  readListText,
} from '@platform/plugin-host'

/** A listed plugin whose folder is watched. */
export interface WatchedPlugin {
  readonly name: string
  /** The real path of its folder, or the path where the folder is expected. */
  readonly directory: string
  readonly location: Location | null
}

/** The list of plugins of a folder, and the plugins of the list that an author works on. */
export interface WatchedProject {
  readonly list: PluginList
  readonly plugins: readonly WatchedPlugin[]
}

/**
 * Reads the list of plugins. A folder without one that is itself a plugin, such as `create-platform-plugin` writes,
 * lists that plugin.
 *
 * @param text - the value of `PLATFORM_PLUGINS_JSON`.
 * @throws CompositionError when the list can't be read.
 */
export async function readProject(root: string, text: string | undefined): Promise<WatchedProject> {
  const own = nameOfOwnPlugin(root)
  const listText =
    (await readListText(root, text)) ??
    (own === null ? null : { source: 'package.json', text: JSON.stringify(listOfOwn(own, root)) })
  const list = parsePluginList(listText?.text ?? '{}', listText?.source ?? 'no plugins.json')
  const names = new Set([...list.server, ...list.client].map(({ name }) => name))
  const plugins = [...names].map((name): WatchedPlugin => {
    const location = locatePlugin(root, name)
    const directory = location?.directory ?? findEntry(root, { name, range: null }).directory
    return { name, location, directory: directory ?? join(root, 'plugins', name) }
  })
  return { list, plugins: plugins.filter(({ directory }) => !directory.includes(`${sep}node_modules${sep}`)) }
}

/** The list of a folder that is a plugin itself, with the parts that it has. */
function listOfOwn(own: string, root: string) {
  const client = hasClient(root)
  return { server: hasServer(root) || !client ? [own] : [], client: client ? [own] : [] }
}

/** The files that have the list of plugins of a folder. */
export function listFiles(root: string): string[] {
  return [...LIST_FILES, 'package.json'].map(file => join(root, file))
}

/** Folders and files of a plugin that its running code is not made of. */
const ASIDE = new Set(['node_modules', 'dist', 'data', 'test', 'coverage'])

/** Whether a change of this file changes the running plugin. */
export function isCodeOf({ directory, location }: WatchedPlugin, file: string): boolean {
  const inFolder = file.slice(directory.length + 1)
  const [first = '', ...others] = inFolder.split(sep)
  const isBuilt = first === 'dist' && location?.entry.startsWith(join(directory, 'dist') + sep) === true
  return (
    !(ASIDE.has(first) && !isBuilt) &&
    ![first, ...others].some(part => part.startsWith('.') || part === 'node_modules') &&
    !/\.md$|~$|\.test\.[cm]?[jt]sx?$/.test(inFolder)
  )
}

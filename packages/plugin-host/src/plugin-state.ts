import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { satisfies } from 'semver'
import { hasServer, inFolder, installedDirectory, locatePlugin, nameOfOwnPlugin, packageOf } from './locate.ts'
import { PREFIX } from './names.ts'
import type { PluginEntry } from './plugin-list.ts'

/** Whether an entry is a folder of the project, an installed package whose version fits or does not, or is missing. */
export type PluginState = 'local' | 'installed' | 'outdated' | 'missing'

/** The folder or package that an entry of the list means. */
export interface FoundEntry {
  readonly state: PluginState
  readonly version: string | null
  readonly directory: string | null
}

/** Finds the folder or package of an entry, without running code of the plugin. */
export function findEntry(root: string, { name, range }: PluginEntry): FoundEntry {
  const folder = inFolder(root, name)?.directory ?? (range === null ? clientOnlyFolder(root, name) : null)
  if (folder) return { state: 'local', version: packageOf(folder)?.version ?? null, directory: folder }
  if (range === null) {
    const found = locatePlugin(root, name)
    return found
      ? {
          state: found.kind === 'folder' ? 'local' : 'installed',
          version: found.version,
          directory: found.directory,
        }
      : clientOnlyPackage(root, name)
  }
  const directory = installedDirectory(root, name)
  if (directory === null) return { state: 'missing', version: null, directory }
  const version = packageOf(directory)?.version ?? null
  return { state: version !== null && satisfies(version, range) ? 'installed' : 'outdated', version, directory }
}

/** The folder of a plugin whose one part is that for browsers: under `plugins`, or the project itself. */
function clientOnlyFolder(root: string, name: string): string | null {
  const folder = join(root, 'plugins', name)
  if (existsSync(join(folder, 'client'))) return folder
  return nameOfOwnPlugin(root) === name && existsSync(join(root, 'client')) && !hasServer(root) ? root : null
}

/** The installed package of an entry without a range whose one part is that for browsers. */
function clientOnlyPackage(root: string, name: string): FoundEntry {
  const directory = [PREFIX + name, name].map(each => installedDirectory(root, each)).find(each => each !== null)
  if (!directory || !hasClient(directory)) return { state: 'missing', version: null, directory: null }
  return { state: 'installed', version: packageOf(directory)?.version ?? null, directory }
}

/** Whether a plugin has files for the browser. */
export function hasClient(directory: string): boolean {
  const { exports = {} } = packageOf(directory) ?? {}
  return (
    existsSync(join(directory, 'client')) || (typeof exports === 'object' && exports !== null && './client' in exports)
  )
}

const IGNORED = new Set(['node_modules', '.git', '.turbo', 'coverage'])
/** The most files that are listed. */
const MOST = 2_000

/** The files of a plugin's folder, sorted, without those of packages that are installed into the folder. */
export function filesOf(directory: string): string[] {
  const files: string[] = []
  const visit = (folder: string) => {
    for (const entry of readdirSync(join(directory, folder), { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (files.length >= MOST) return
      if (entry.isDirectory() && !IGNORED.has(entry.name)) visit(path)
      else if (entry.isFile()) files.push(path)
    }
  }
  visit('')
  return files
}

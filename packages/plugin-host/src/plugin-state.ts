import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { satisfies } from 'semver'
import { inFolder, installedDirectory, locatePlugin, packageOf } from './locate.ts'
import type { PluginEntry } from './plugin-list.ts'

/** What an entry of the list is: a folder of the project, an installed package that fits or not, or nothing. */
export type PluginState = 'local' | 'installed' | 'outdated' | 'missing'

/** The folder or package an entry of the list means. None of its code is run. */
export interface FoundEntry {
  readonly state: PluginState
  readonly version: string | null
  readonly directory: string | null
}

/** Looks an entry of the list up, without running code of the plugin. */
export function findEntry(root: string, { name, range }: PluginEntry): FoundEntry {
  const folder =
    inFolder(root, name)?.directory ??
    (range === null && existsSync(join(root, 'plugins', name, 'client')) ? join(root, 'plugins', name) : null)
  if (folder) return { state: 'local', version: packageOf(folder)?.version ?? null, directory: folder }
  if (range === null) {
    const found = locatePlugin(root, name)
    return found
      ? {
          state: found.kind === 'folder' ? 'local' : 'installed',
          version: found.version,
          directory: found.directory,
        }
      : { state: 'missing', version: null, directory: null }
  }
  const directory = installedDirectory(root, name)
  if (directory === null) return { state: 'missing', version: null, directory }
  const version = packageOf(directory)?.version ?? null
  return { state: version !== null && satisfies(version, range) ? 'installed' : 'outdated', version, directory }
}

/** Whether a plugin has files for the browser. */
export function hasClient(directory: string): boolean {
  const { exports = {} } = packageOf(directory) ?? {}
  return (
    existsSync(join(directory, 'client')) || (typeof exports === 'object' && exports !== null && './client' in exports)
  )
}

const IGNORED = new Set(['node_modules', '.git', '.turbo', 'coverage'])
const MOST = 2_000

/** The files of a plugin's folder, sorted; without packages that are installed into it. */
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

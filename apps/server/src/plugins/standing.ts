import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { satisfies } from 'semver'
import { inFolder, installedDirectory, locatePlugin, packageOf } from './locate.ts'
import type { PluginEntry } from './plugin-list.ts'

/** How an entry of the list stands: a folder of the project, an installed package that fits or not, or nothing. */
export type Standing = 'local' | 'installed' | 'outdated' | 'missing'

/** What is there for an entry of the list. Nothing of it is run. */
export interface Stand {
  readonly standing: Standing
  readonly version: string | null
  readonly directory: string | null
}

/** Looks an entry up. */
export function standOf(root: string, { name, range }: PluginEntry): Stand {
  const folder =
    inFolder(root, name)?.directory ??
    (range === null && existsSync(join(root, 'plugins', name, 'client')) ? join(root, 'plugins', name) : null)
  if (folder) return { standing: 'local', version: packageOf(folder)?.version ?? null, directory: folder }
  if (range === null) {
    const found = locatePlugin(root, name)
    return found
      ? {
          standing: found.kind === 'folder' ? 'local' : 'installed',
          version: found.version,
          directory: found.directory,
        }
      : { standing: 'missing', version: null, directory: null }
  }
  const directory = installedDirectory(root, name)
  if (directory === null) return { standing: 'missing', version: null, directory }
  const version = packageOf(directory)?.version ?? null
  return { standing: version !== null && satisfies(version, range) ? 'installed' : 'outdated', version, directory }
}

/** Whether a plugin has files for the browser. */
export function hasClient(directory: string): boolean {
  const { exports = {} } = packageOf(directory) ?? {}
  return (
    existsSync(join(directory, 'client')) || (typeof exports === 'object' && exports !== null && './client' in exports)
  )
}

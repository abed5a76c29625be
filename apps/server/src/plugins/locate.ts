import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'

/** Where a plugin's server part is. */
export interface Location {
  /** The module to load. */
  readonly entry: string
  /** The plugin's own folder. */
  readonly directory: string
  readonly version: string | null
}

const ENTRIES = ['server/index.js', 'server/index.ts', 'index.js', 'index.ts']

/** Finds a plugin: a folder `plugins/<name>`, else an installed package of that name. `null` when there is neither. */
export function locatePlugin(root: string, name: string): Location | null {
  return inFolder(root, name) ?? installed(root, name) ?? installed(root, `platform-plugin-${name}`)
}

function inFolder(root: string, name: string): Location | null {
  const base = join(root, 'plugins')
  const directory = join(base, name)
  if (!existsSync(directory)) return null
  const real = realpathSync(directory)
  const entry = ENTRIES.map(file => join(real, file)).find(existsSync)
  return entry && relative(realpathSync(base), real).split(sep)[0] !== '..' ? { entry, directory: real, version: versionOf(real) } : null
}

function installed(root: string, name: string): Location | null {
  const { resolve } = createRequire(join(root, 'plugins.json'))
  try {
    const directory = dirname(resolve(`${name}/package.json`))
    return { entry: resolve(name), directory, version: versionOf(directory) }
  } catch {
    return null
  }
}

function versionOf(directory: string): string | null {
  const file = join(directory, 'package.json')
  if (!existsSync(file)) return null
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version?: unknown }
  return typeof version === 'string' ? version : null
}

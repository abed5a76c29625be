import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { exports as readExports } from 'resolve.exports'
import { described, isMap } from './describe.ts'
import { readJson } from './json-text.ts'
import { PREFIX } from './names.ts'

/** The place of a plugin's server part. */
export interface Location {
  /** A folder of this project, or an installed package. */
  readonly kind: 'folder' | 'package'
  /** The module to load. */
  readonly entry: string
  /** The plugin's own folder. */
  readonly directory: string
  readonly version: string | null
}

const IN_FOLDER = ['server/index.js', 'server/index.ts', 'index.js', 'index.ts']
const CONDITIONS = ['node', 'import', 'module-sync', 'default']

/**
 * Finds a plugin: a folder `plugins/<name>`, else an installed package of that name, with or without the prefix. `null`
 * when there is neither.
 */
export function locatePlugin(root: string, name: string): Location | null {
  const names = name.includes(PREFIX) || name.startsWith('@') ? [name] : [name, PREFIX + name]
  return (
    first(names, candidate => inFolder(root, candidate)) ??
    ownFolder(root, names) ??
    first(names.toReversed(), candidate => installed(root, candidate))
  )
}

/** The plugin of a name in a folder of the project. */
export function inFolder(root: string, name: string): Location | null {
  const base = join(root, 'plugins')
  const directory = join(base, name)
  if (!existsSync(directory)) return null
  const real = realpathSync(directory)
  if (relative(realpathSync(base), real).split(sep)[0] === '..') return null
  const entry = IN_FOLDER.map(file => join(real, file)).find(existsSync)
  return entry ? { kind: 'folder', entry, directory: real, version: packageOf(real)?.version ?? null } : null
}

/** The project itself, when it is a plugin of that name: the folder in which an author works on it. */
function ownFolder(root: string, names: readonly string[]): Location | null {
  const name = nameOfOwnPlugin(root)
  const entry = IN_FOLDER.map(file => join(root, file)).find(existsSync)
  if (name === null || !names.includes(name) || entry === undefined) return null
  return { kind: 'folder', entry, directory: realpathSync(root), version: packageOf(root)?.version ?? null }
}

/** The name of the plugin that a folder is, by its package.json; `null` for any other folder. */
export function nameOfOwnPlugin(root: string): string | null {
  const { name, keywords } = packageOf(root) ?? {}
  const isPlugin = Array.isArray(keywords) && keywords.includes('platform-plugin')
  return isPlugin && name !== undefined ? name : null
}

/** The plugin of a name in an installed package. */
export function installed(root: string, name: string): Location | null {
  const directory = installedDirectory(root, name)
  const entry = directory && entryOfPackage(directory)
  return entry ? { kind: 'package', entry, directory, version: packageOf(directory)?.version ?? null } : null
}

/** The folder in which Node would find a package from the project's root. */
export function installedDirectory(root: string, name: string): string | null {
  for (let at = resolve(root); ; at = dirname(at)) {
    const directory = join(at, 'node_modules', name)
    if (existsSync(join(directory, 'package.json'))) return realpathSync(directory)
    if (at === dirname(at)) return null
  }
}

/** The keys of a plugin's `package.json` that the platform reads. */
export interface PackageFile {
  readonly name?: string
  readonly version?: string
  readonly main?: string
  readonly exports?: unknown
  readonly keywords?: unknown
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** The `package.json` of a folder; `null` when it has none, or none that can be read. */
export function packageOf(directory: string): PackageFile | null {
  try {
    return JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as PackageFile
  } catch {
    return null
  }
}

/**
 * The problem of a folder's `package.json`: `line 2, column 3: expected ...`; `null` when it has none, or there is no
 * such file.
 */
export function unreadablePackage(directory: string): string | null {
  const file = join(directory, 'package.json')
  if (!existsSync(file)) return null
  const { value, isJson, problems } = readJson(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''), { comments: false })
  if (!isJson) return problems[0] ?? 'it is no JSON'
  return isMap(value) ? null : `it is ${described(value)}, expected an object`
}

/**
 * The module of a package's server part: its export `./server`, else `.`; without `exports` its `server/index.js`, else
 * its main file.
 */
function entryOfPackage(directory: string): string | null {
  const file = packageOf(directory)
  if (!file) return null
  const wanted =
    file.exports === undefined
      ? ['server/index.js', file.main ?? 'index.js', 'index.js']
      : [...exported(file, './server'), ...exported(file, '.')]
  return wanted.map(path => join(directory, path)).find(existsSync) ?? null
}

/** Whether the folder of a plugin has a module for the server. */
export const hasServer = (directory: string): boolean =>
  IN_FOLDER.some(file => existsSync(join(directory, file))) || entryOfPackage(directory) !== null

function exported(file: PackageFile, path: string): string[] {
  try {
    return (
      readExports({ name: file.name ?? 'plugin', exports: file.exports }, path, {
        unsafe: true,
        conditions: [...processConditions(), ...CONDITIONS],
      }) ?? []
    )
  } catch {
    return []
  }
}

/** The conditions for resolving packages with which this process was started. */
function processConditions(): string[] {
  return process.execArgv.flatMap((argument, i) =>
    /^(?:-C|--conditions)$/.test(argument)
      ? [process.execArgv[i + 1] ?? '']
      : (/^(?:-C|--conditions)=(.+)$/.exec(argument)?.slice(1) ?? []),
  )
}

function first<T, R>(values: readonly T[], find: (value: T) => R | null): R | null {
  for (const value of values) {
    const found = find(value)
    if (found !== null) return found
  }
  return null
}

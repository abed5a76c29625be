import { existsSync, lstatSync, readlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { HOOK_SHAPES, type HookObject, type Manifest } from '@platform/plugin-sdk'
import { satisfies } from 'semver'
import { checkHooks } from './check-hooks.ts'
import { checkPluginManifest } from './check-manifest.ts'
import { described } from './describe.ts'
import { guard } from './guard.ts'
import { describeLoadFailure } from './load-failure.ts'
import { manifestOf } from './loaded-plugin.ts'
import { installedDirectory, type Location, locatePlugin, unreadablePackage } from './locate.ts'
import { PREFIX } from './names.ts'
import type { PluginEntry } from './plugin-list.ts'
import { findEntry, hasClient } from './plugin-state.ts'
import type { Problem } from './problem.ts'
import type { ServerModules } from './server-modules.ts'

/** A plugin of the list, as far as its modules could be loaded. */
export interface ReadPlugin {
  readonly name: string
  readonly entry: PluginEntry
  readonly location: Location | null
  /** The module, from the project's root; for messages. */
  readonly origin: string
  readonly version: string | null
  readonly hooks: HookObject | null
  /** The manifest that `definePlugin` made; `null` for a plain hook object. */
  readonly manifest: Manifest | null
  readonly problems: readonly Problem[]
  readonly warnings: readonly string[]
  /** What is allowed, and may be a mistake. */
  readonly advice?: readonly Problem[]
}

/** Where and how a plugin is found. */
export interface ReadOptions {
  /** The project: the folder of `plugins.json`. */
  readonly root: string
  /** The name of the list, for messages. */
  readonly source: string
  readonly server: ServerModules
  /** Is called when the modules have run, before any other code does. */
  readonly afterModules?: () => void
}

/** Finds a plugin and loads its modules, which runs their code. */
export async function readPlugin(
  entry: PluginEntry,
  { root, source, server, afterModules }: ReadOptions,
): Promise<ReadPlugin> {
  const { name } = entry
  const location = locatePlugin(root, name)
  const broken = brokenPackage(root, name, location)
  if (!location)
    return {
      name,
      entry,
      location,
      origin: '',
      version: null,
      hooks: null,
      manifest: null,
      problems: [broken ?? linkedOutside(root, name) ?? withoutServer(root, entry) ?? notFound(entry, source)],
      warnings: [],
    }
  const origin = relative(root, location.entry)
  const found = { name, entry, location, origin, version: location.version, hooks: null, manifest: null, warnings: [] }
  const outside = broken ?? outOfRange(entry, location)
  if (outside) return { ...found, problems: [outside] }
  try {
    const load = async () => {
      try {
        return await import(pathToFileURL(location.entry).href)
      } finally {
        afterModules?.()
      }
    }
    const read = readHooks(unwrap(await guard(name, load)), { name, origin })
    return { ...found, ...read, version: location.version ?? read.version }
  } catch (error) {
    return { ...found, problems: [describeLoadFailure(error, { name, root, location, server })] }
  }
}

/** The manifest of a hook object, and the problems of its manifest and shape. */
export function readHooks(
  hooks: HookObject,
  about: { name: string; origin: string },
): Pick<ReadPlugin, 'hooks' | 'manifest' | 'version' | 'problems' | 'warnings'> {
  const given = manifestOf(hooks)
  const { manifest, problems, warnings } =
    given === null ? { manifest: null, problems: [], warnings: [] } : checkPluginManifest(given, about)
  return {
    hooks,
    manifest,
    version: given?.version ?? null,
    warnings,
    // The names of other hooks are checked once it is known which hooks the other plugins define.
    problems: [...checkHooks(platformHooks(hooks), about), ...problems],
  }
}

function platformHooks(hooks: object): object {
  return Object.fromEntries(Object.entries(hooks).filter(([hook]) => Object.hasOwn(HOOK_SHAPES, hook)))
}

/** The problem of a plugin that is there, but whose `package.json` can't be read. */
function brokenPackage(root: string, name: string, location: Location | null): Problem | null {
  const directory =
    location?.directory ??
    [name, PREFIX + name].map(candidate => installedDirectory(root, candidate)).find(found => found !== null)
  if (directory === undefined) return null
  const why = unreadablePackage(directory)
  if (why === null) return null
  const file = relative(root, join(directory, 'package.json'))
  return {
    code: 'PLUGIN_LOAD_FAILED',
    plugins: [{ name, origin: file }],
    message: `${name}: its package.json can't be read: ${why}`,
    fix: location?.kind === 'folder' ? `correct ${file}` : `install ${name} again`,
  }
}

/** The problem of an installed package whose version is not in the range of the list. A folder may have any version. */
function outOfRange({ name, range }: PluginEntry, { kind, version }: Location): Problem | null {
  if (range === null || kind === 'folder' || (version !== null && satisfies(version, range))) return null
  return {
    code: 'PLUGIN_NOT_FOUND',
    plugins: [{ name }],
    message: `${name}: ${version ?? 'an unknown version'} is installed, and ${range} is asked for`,
    fix: '`platform plugins reconcile`',
  }
}

/** The problem of a link under `plugins` to a folder elsewhere, which is not followed. */
function linkedOutside(root: string, name: string): Problem | null {
  const folder = [name, PREFIX + name]
    .map(candidate => join(root, 'plugins', candidate))
    .find(path => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
  if (folder === undefined) return null
  const [from, to] = [relative(root, folder), readlinkSync(folder)]
  const why = existsSync(folder)
    ? `is a link to ${to}, outside of plugins, and links are not followed out of there`
    : `is a link to ${to}, which does not exist`
  return {
    code: 'PLUGIN_NOT_FOUND',
    plugins: [{ name }],
    message: `${name}: ${from} ${why}`,
    fix:
      `copy the folder to ${from}, or install it as a package: ` +
      '`npm pack` in it, and `npm install <the file>` here',
  }
}

/** The problem of a plugin that is listed for the server, and has a part for browsers only. */
function withoutServer(root: string, entry: PluginEntry): Problem | null {
  const { name } = entry
  const { directory } = findEntry(root, entry)
  if (directory === null || !hasClient(directory)) return null
  return {
    code: 'PLUGIN_NOT_FOUND',
    plugins: [{ name }],
    message: `${name}: ${relative(root, directory)} has no module for the server`,
    fix: `remove ${name} from "server" and list it under "client": this plugin has only a client part`,
  }
}

function notFound({ name, range }: PluginEntry, source: string): Problem {
  const message =
    range === null
      ? `${name}: there is no folder plugins/${name} with a server/index or an index, ` +
        'and no package of that name is installed'
      : `${name}: no package of that name is installed, and there is no folder plugins/${name}`
  return {
    code: 'PLUGIN_NOT_FOUND',
    plugins: [{ name }],
    message,
    fix:
      range === null
        ? `correct the name in ${source}, or write {"<package>": "<range>"} and run \`platform plugins reconcile\``
        : '`platform plugins reconcile`',
  }
}

/** The hook object of a module, also when it is exported as `default`. */
function unwrap(module: unknown): HookObject {
  let value = module as { default?: unknown }
  while (typeof value === 'object' && value !== null && 'default' in value && value.default !== undefined)
    value = value.default as { default?: unknown }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`it exports ${described(value)}, expected one object of hooks`)
  return value as HookObject
}

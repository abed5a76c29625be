import { existsSync, lstatSync, readlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  checkManifest,
  fitOfContract,
  type HookObject,
  MANIFEST,
  type Manifest,
  nearestName,
} from '@platform/plugin-sdk'
import { satisfies } from 'semver'
import { described } from '../composition/described.ts'
import type { Problem } from '../composition/problem.ts'
import type { ServerContext } from '../contract/context.ts'
import { keysOf, unknownPaths } from './config-keys.ts'
import { guard } from './guard.ts'
import { checkHooks } from './hook-shapes.ts'
import { describeLoadFailure } from './load-failure.ts'
import { installedDirectory, type Location, locatePlugin, unreadablePackage } from './locate.ts'
import { isSameName, PREFIX, shortName } from './names.ts'
import type { PluginEntry } from './plugin-list.ts'

/** A plugin of the list, as far as it could be read. */
export interface ReadPlugin {
  readonly name: string
  readonly entry: PluginEntry
  readonly location: Location | null
  /** The module, from the project's root; for messages. */
  readonly origin: string
  readonly version: string | null
  readonly hooks: HookObject<ServerContext> | null
  /** What `definePlugin` left; `null` for a plain object of hooks. */
  readonly manifest: Manifest | null
  readonly problems: readonly Problem[]
  readonly warnings: readonly string[]
}

/** Finds a plugin and loads its modules. Its code runs. */
export async function readPlugin(root: string, entry: PluginEntry, source: string): Promise<ReadPlugin> {
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
      problems: [broken ?? linkedOutside(root, name) ?? notFound(entry, source)],
      warnings: [],
    }
  const origin = relative(root, location.entry)
  const found = { name, entry, location, origin, version: location.version, hooks: null, manifest: null, warnings: [] }
  const outside = broken ?? outOfRange(entry, location)
  if (outside) return { ...found, problems: [outside] }
  try {
    const read = readHooks(unwrap(await guard(name, () => import(pathToFileURL(location.entry).href))), {
      name,
      origin,
    })
    return { ...found, ...read, version: location.version ?? read.version }
  } catch (error) {
    return { ...found, problems: [describeLoadFailure(error, { name, root, location })] }
  }
}

/** What an object of hooks says of itself, and what is wrong with its shape. */
export function readHooks(
  hooks: HookObject<ServerContext>,
  about: { name: string; origin: string },
): Pick<ReadPlugin, 'hooks' | 'manifest' | 'version' | 'problems' | 'warnings'> {
  const manifest = (hooks as { [MANIFEST]?: Manifest })[MANIFEST] ?? null
  const said = manifest === null ? { problems: [], warnings: [], wrong: [] } : readManifest(manifest, about)
  return {
    hooks,
    manifest: said.problems.length > 0 ? soundPart(manifest!, said.wrong) : manifest,
    version: manifest?.version ?? null,
    warnings: said.warnings,
    problems: [...checkHooks(hooks, about), ...said.problems],
  }
}

/** A plugin whose `package.json` can't be read is there, and not missing. */
function brokenPackage(root: string, name: string, location: Location | null): Problem | null {
  const directory =
    location?.directory ??
    [name, PREFIX + name].map(candidate => installedDirectory(root, candidate)).find(found => found !== null)
  const why = directory === undefined ? null : unreadablePackage(directory)
  if (why === null) return null
  const file = relative(root, join(directory!, 'package.json'))
  return {
    code: 'PLUGIN_LOAD_FAILED',
    owners: [name],
    message: `${name}: its package.json can't be read: ${why}\n  ${name}  ${file}`,
    fix: location?.kind === 'folder' ? `correct ${file}` : `install ${name} again`,
  }
}

/** Whether what is installed is what the list asks for. A folder of the project is always what is meant. */
export function outOfRange({ name, range }: PluginEntry, { kind, version }: Location): Problem | null {
  if (range === null || kind === 'folder' || (version !== null && satisfies(version, range))) return null
  return {
    code: 'PLUGIN_NOT_FOUND',
    owners: [name],
    message: `${name}: ${version ?? 'a version nobody knows'} is installed, and ${range} is asked for`,
    fix: '`platform plugins reconcile`',
  }
}

/** A folder under plugins/ that is a link to one elsewhere is not followed. */
function linkedOutside(root: string, name: string): Problem | null {
  const folder = [name, PREFIX + name]
    .map(candidate => join(root, 'plugins', candidate))
    .find(path => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
  if (folder === undefined) return null
  const [from, to] = [relative(root, folder), readlinkSync(folder)]
  const why = existsSync(folder)
    ? `is a link to ${to}, outside of plugins, and links are not followed out of there`
    : `is a link to ${to}, and nothing is there`
  return {
    code: 'PLUGIN_NOT_FOUND',
    owners: [name],
    message: `${name}: ${from} ${why}`,
    fix: `copy the folder to ${from}, or install it as a package: \`npm pack\` in it, and \`npm install <the file>\` here`,
  }
}

function notFound({ name, range }: PluginEntry, source: string): Problem {
  const message =
    range === null
      ? `${name}: there is no folder plugins/${name} with a server/index or an index, and no package of that name is installed`
      : `${name}: no package of that name is installed, and there is no folder plugins/${name}`
  return {
    code: 'PLUGIN_NOT_FOUND',
    owners: [name],
    message,
    fix:
      range === null
        ? `correct the name in ${source}, or write {"<package>": "<range>"} and run \`platform plugins reconcile\``
        : '`platform plugins reconcile`',
  }
}

/** The hook object of a module, however it was exported. */
function unwrap(module: unknown): HookObject<ServerContext> {
  let value = module as { default?: unknown }
  while (typeof value === 'object' && value !== null && 'default' in value && value.default !== undefined)
    value = value.default as { default?: unknown }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`it exports ${described(value)}, expected one object of hooks`)
  return value as HookObject<ServerContext>
}

interface ManifestRead {
  readonly problems: Problem[]
  readonly warnings: string[] /** Keys that are wrong. */
  readonly wrong: readonly string[]
}

function readManifest(manifest: Manifest, { name, origin }: { name: string; origin: string }): ManifestRead {
  const about = { owners: [name] }
  const found = [...checkManifest(manifest), ...strangeSecrets(manifest)]
  const problems = found.map(
    ({ code, key, message, fix }): Problem => ({
      ...about,
      code,
      message: `${name} ${key} ${message}\n  ${name}  ${origin}`,
      fix,
    }),
  )
  const wrong = found.map(({ key }) => key.split('.')[0]!)
  if (problems.length > 0) return { problems, warnings: [], wrong }
  const { fits, advice } = fitOfContract(manifest.sdk)
  const warnings = isCalled(manifest.name, name)
    ? []
    : [
        `${name}: its definePlugin calls it ${manifest.name}; others find it by either name, and its settings and variables go by ${name}`,
      ]
  if (fits) return { problems, wrong, warnings: [...warnings, ...(advice === null ? [] : [`${name}: ${advice}`])] }
  const [why = '', fix = 'update the plugin'] = (advice ?? '').split(/: (?=update )/)
  return {
    problems: [{ ...about, code: 'PLUGIN_SDK_MISMATCH', message: `${name}: ${why}\n  ${name}  ${origin}`, fix }],
    warnings,
    wrong: ['sdk'],
  }
}

/** What a manifest says of the plugin's place among others, as far as that is right; the rest is not relied on. */
function soundPart(manifest: Manifest, wrong: readonly string[]): Manifest | null {
  if (wrong.some(key => ['manifest', 'contract', 'name', 'sdk'].includes(key))) return null
  const { name, sdk, contract } = manifest
  const kept = (['requires', 'optional', 'order', 'secrets'] as const).filter(
    key => !wrong.includes(key) && manifest[key] !== undefined,
  )
  return { name, sdk, contract, ...Object.fromEntries(kept.map(key => [key, manifest[key]])) } as Manifest
}

/** A name without its scope is the same name. */
function isCalled(said: string, name: string): boolean {
  const bare = (full: string) => shortName(full).replace(/^@[^/]+\//, '')
  return isSameName(said, name) || bare(said) === bare(name)
}

/** A secret that is misspelt would be shown. */
function strangeSecrets({ config, secrets }: Manifest): { code: string; key: string; message: string; fix: string }[] {
  if (!Array.isArray(secrets)) return []
  const keys = (keysOf(config) ?? []).map(({ key }) => key)
  return unknownPaths(
    config,
    secrets.filter(path => typeof path === 'string'),
  ).map(path => {
    const near = nearestName(path, keys)
    return {
      code: 'PLUGIN_MANIFEST_INVALID',
      key: 'secrets',
      message: `has ${JSON.stringify(path)}, which is no key of config`,
      fix: near ? `did you mean ${near}?` : `the keys are ${keys.join(', ') || 'none'}`,
    }
  })
}

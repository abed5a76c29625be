import { relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { MANIFEST, type HookObject, type Manifest } from '@platform/plugin-sdk'
import type { ServerContext } from '../compose/context.ts'
import type { Member } from '../compose/member.ts'
import { CompositionError, type Problem } from '../compose/problem.ts'
import { checkHooks } from './hook-shapes.ts'
import { locatePlugin } from './locate.ts'
import type { PluginList } from './plugin-list.ts'

/** How long a plugin's modules may take to load. Milliseconds. */
const DEADLINE = 10_000

/** The plugins of a list, loaded, and those that were left out because the list says so. */
export interface LoadedPlugins {
  readonly members: readonly Member[]
  readonly disabled: readonly { readonly name: string; readonly reason: string }[]
}

/** Loads every plugin of the list. @throws CompositionError with every problem of every plugin. */
export async function loadPlugins(root: string, list: PluginList): Promise<LoadedPlugins> {
  const loaded = await Promise.all(list.server.map(({ name }) => loadPlugin(root, name, list)))
  const failed = loaded.filter(result => 'problems' in result)
  const fatal = failed.filter(({ name }) => list.settingsOf(name).onFailure === 'abort').flatMap(({ problems }) => problems)
  if (fatal.length > 0) throw new CompositionError(fatal)
  return {
    members: loaded.filter(result => 'member' in result).map(({ member }) => member),
    disabled: failed.map(({ name, problems }) => ({ name, reason: problems.map(({ message }) => message).join('; ') })),
  }
}

type Result = { name: string; member: Member } | { name: string; problems: Problem[] }

async function loadPlugin(root: string, name: string, list: PluginList): Promise<Result> {
  const location = locatePlugin(root, name)
  if (!location) return { name, problems: [{ code: 'PLUGIN_NOT_FOUND', owners: [name], message: `${name}: there is no folder plugins/${name} with a server/index or an index, and no package of that name is installed`, fix: `correct the name in ${list.source}, or install the package` }] }
  const origin = relative(root, location.entry)
  try {
    const hooks = unwrap(await withDeadline(import(pathToFileURL(location.entry).href), name))
    const problems = checkHooks(hooks, { name, origin })
    if (problems.length > 0) return { name, problems }
    const manifest = (hooks as { [MANIFEST]?: Manifest })[MANIFEST]
    return { name, member: { name, version: location.version ?? manifest?.version ?? null, origin, core: false, hooks, allow: list.settingsOf(name).allow } }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { name, problems: [{ code: 'PLUGIN_LOAD_FAILED', owners: [name], message: `${name}: could not be loaded: ${why}\n  ${name}  ${origin}` }] }
  }
}

/** The hook object of a module, however it was exported. */
function unwrap(module: unknown): HookObject<ServerContext> {
  let value = module as { default?: unknown }
  while (typeof value === 'object' && value !== null && 'default' in value && value.default !== undefined) value = value.default as { default?: unknown }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`it exports ${Array.isArray(value) ? 'a list' : typeof value}, expected one object of hooks`)
  return value as HookObject<ServerContext>
}

async function withDeadline<T>(work: Promise<T>, name: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => { timer = setTimeout(() => reject(new Error(`loading ${name} did not finish within ${DEADLINE / 1000} s`)), DEADLINE) })
  try { return await Promise.race([work, late]) } finally { clearTimeout(timer) }
}

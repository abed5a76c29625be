import { readEnvironment } from '@platform/config'
import {
  type Environment,
  isPluginName,
  type ListText,
  type PluginList,
  parsePluginList,
  readListText,
} from '@platform/plugin-host'
import { EXIT } from '../../runtime/failure.ts'
import { PluginCommandError } from './command-error.ts'

/** The folder a command about plugins works on. */
export interface Project {
  readonly root: string
  readonly env: Environment
  /** The list's text; `null` when there is none. */
  readonly found: ListText | null
  readonly list: PluginList
}

/** Every command about plugins can give its answer to machines. */
export interface JsonOption {
  readonly json?: boolean
}

/** Reads what a command needs, without a store. @throws CompositionError when the list can't be read. */
export async function openProject(root = process.cwd()): Promise<Project> {
  const { env, found } = await findList(root)
  return { root, env, found, list: parsePluginList(found?.text ?? '{}', found?.source ?? 'no plugins.json') }
}

/** The list's text and the environment, unparsed. */
export async function findList(root: string): Promise<Pick<Project, 'env' | 'found'>> {
  const env = readEnvironment({ env: process.env, cwd: root })
  return { env, found: await readListText(root, env['PLATFORM_PLUGINS_JSON'] || undefined) }
}

/** @throws PluginCommandError for a name that could lead out of the plugins folder. */
export function requireName(name: string): string {
  if (isPluginName(name)) return name
  throw new PluginCommandError(
    'PLUGIN_NAME_INVALID',
    `${JSON.stringify(name)} is no valid name: lower-case letters, digits, - . _ only, and no path.`,
    { exitCode: EXIT.usage },
  )
}

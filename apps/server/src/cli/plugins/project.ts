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

/** What a command about plugins works on: a site's folder, its environment and its plugin list. */
export interface Project {
  readonly root: string
  readonly env: Environment
  /** The text of the plugin list; `null` without a list. */
  readonly listText: ListText | null
  readonly list: PluginList
}

/** Every command about plugins has this option. */
export interface JsonOption {
  readonly json?: boolean
}

/** Reads the environment and the plugin list of a project. @throws CompositionError when the list can't be read. */
export async function openProject(root = process.cwd()): Promise<Project> {
  const { env, listText } = await findList(root)
  return { root, env, listText, list: parsePluginList(listText?.text ?? '{}', listText?.source ?? 'no plugins.json') }
}

/** The environment, and the text of the plugin list before it is parsed. */
export async function findList(root: string): Promise<Pick<Project, 'env' | 'listText'>> {
  const env = readEnvironment({ env: process.env, cwd: root })
  return { env, listText: await readListText(root, env['PLATFORM_PLUGINS_JSON'] || undefined) }
}

/** Checks the name of a plugin. @throws PluginCommandError for a name that could lead out of the plugins folder. */
export function requireName(name: string): string {
  if (isPluginName(name)) return name
  throw new PluginCommandError(
    'PLUGIN_NAME_INVALID',
    `${JSON.stringify(name)} is not a valid name: use lower-case letters, digits and - . _ only, and no path.`,
    { exitCode: EXIT.usage },
  )
}

import { dirname, extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Config, readEnvironment } from '@platform/config'
import {
  CompositionError,
  type Disabled,
  type Environment,
  type LoadedPlugin,
  type PluginList,
  reportOf,
  type ServerModules,
  type Survey,
  surveyPlugins,
} from '@platform/plugin-host'
import { makeConfigCurrent } from '../runtime/current-services.ts'
import { keepSecret } from '../runtime/secrets.ts'
import { configOrTrial } from './trial-config.ts'

/** The modules of this server as they run: built, or as sources. */
export const SERVER_MODULES: ServerModules = {
  directory: dirname(dirname(fileURLToPath(import.meta.url))),
  extension: extname(fileURLToPath(import.meta.url)),
}

/** The plugins of a list, loaded, and those that are disabled because the list says so. */
export interface LoadedPlugins {
  /** In the order they are composed. */
  readonly plugins: readonly LoadedPlugin[]
  readonly disabled: readonly Disabled[]
  /** Warnings for the operator. */
  readonly warnings: readonly string[]
}

/**
 * Loads every plugin of the list. Plugins can read the configuration while they are loaded.
 *
 * @throws CompositionError with every problem of every plugin.
 */
export async function loadPlugins(root: string, list: PluginList, config: Config): Promise<LoadedPlugins> {
  const survey = await surveyProject(root, list, { config })
  return {
    plugins: await requireSound(survey),
    warnings: [
      ...survey.warnings,
      ...[...survey.advice, ...survey.plugins.flatMap(({ advice = [] }) => advice)].map(reportOf),
    ],
    disabled: survey.plugins.flatMap(({ name, disabled }) => (disabled === null ? [] : [{ name, reason: disabled }])),
  }
}

interface SurveyProjectOptions {
  readonly env?: Environment
  /** Default: the configuration that the environment gives, or when it is invalid that of a trial. */
  readonly config?: Config
}

/** Takes the plugins of a list through every step before composing, with the modules of this server. */
export function surveyProject(
  root: string,
  list: PluginList,
  { env = readEnvironment({ env: process.env, cwd: root }), config = configOrTrial(root) }: SurveyProjectOptions = {},
): Promise<Survey> {
  makeConfigCurrent(config)
  return surveyPlugins({ root, list, env, server: SERVER_MODULES, keepSecret })
}

/** The loaded plugins of a survey. @throws CompositionError with every problem, and every conflict of the plugins. */
export async function requireSound({ loaded, composable, unseen, problems }: Survey): Promise<readonly LoadedPlugin[]> {
  if (problems.length === 0) return loaded
  // Conflicts between the other plugins are reported too, so that the operator does not find them at the next start.
  const { dryRun } = await import('./dry-run.ts')
  throw new CompositionError([...problems, ...(await dryRun(composable, { unseen })).problems])
}

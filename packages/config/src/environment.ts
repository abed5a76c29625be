import type { EnvironmentSources } from './sources.ts'
import { modeOf, readFile } from './sources.ts'

/**
 * Reads every variable by name: the environment and, in development, `<cwd>/.env`. Use it for names that belong to
 * plugins, such as `PLATFORM_PLUGIN_<NAME>_<KEY>`; the platform's own are checked by `loadConfig`.
 *
 * @example
 * const { PLATFORM_PLUGIN_POLLS_MAX } = readEnvironment({ env: process.env, cwd: process.cwd() })
 */
export function readEnvironment(sources: EnvironmentSources): Readonly<Record<string, string | undefined>> {
  const { values } = readFile(sources, modeOf(sources.env))
  return { ...values, ...sources.env }
}

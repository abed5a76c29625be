import type { EnvironmentSources } from './sources.ts'
import { modeOf, readFile } from './sources.ts'

/**
 * Every variable by name: the environment, and in development what `<cwd>/.env` adds to it. For names that
 * are left to others, such as `PLATFORM_PLUGIN_<NAME>_<KEY>`; those of the platform are checked by `loadConfig`.
 *
 * @example
 * const { PLATFORM_PLUGIN_POLLS_MAX } = readEnvironment({ env: process.env, cwd: process.cwd() })
 */
export function readEnvironment(sources: EnvironmentSources): Readonly<Record<string, string | undefined>> {
  const { values } = readFile(sources, modeOf(sources.env))
  return { ...values, ...sources.env }
}

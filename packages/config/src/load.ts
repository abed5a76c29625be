import { buildConfig } from './build-config.ts'
import { checkTogether } from './checks.ts'
import type { Config } from './config.ts'
import { ConfigError } from './config-error.ts'
import { deepFreeze } from './deep-freeze.ts'
import { describeWithMeaning } from './describe.ts'
import { unknownNameWarnings } from './nearest.ts'
import { parseValues } from './parse-values.ts'
import type { EnvironmentSources } from './sources.ts'
import { resolveSources } from './sources.ts'
import type { Values } from './variables/index.ts'

/**
 * Reads the environment into a checked, frozen configuration. In development `<cwd>/.env` fills in
 * variables that are not set. An empty text counts as not set, except for `PLATFORM_JWT_ISSUER`.
 *
 * @throws {ConfigError} with all problems; no message contains the value of a secret
 * @example
 * const config = loadConfig({ env: process.env, cwd: process.cwd() })
 * for (const warning of config.warnings) log.warn(warning)
 */
export function loadConfig(sources: EnvironmentSources): Config {
  const resolved = resolveSources(sources)
  const parsed = parseValues(resolved)
  const together = checkTogether(resolved, parsed.values)
  const problems = [...resolved.problems, ...parsed.problems, ...together.problems]
  const warnings = [
    ...resolved.warnings,
    ...unknownNameWarnings(resolved.names),
    ...together.warnings,
    ...proxyWarnings(sources.env),
  ]
  if (problems.length > 0) throw new ConfigError(problems, warnings)
  // No problem was found, so every variable that is always present has its value.
  const values = parsed.values as Values
  const built = buildConfig(values, { mode: resolved.mode, cwd: sources.cwd, warnings })
  return deepFreeze({ ...built, entries: describeWithMeaning(sources) })
}

const PROXY = /^(https?|all)_proxy$/i

/** The value of such a variable is not printed, because it may have a password. */
function proxyWarnings(env: EnvironmentSources['env']): string[] {
  const names = Object.keys(env).filter(name => PROXY.test(name) && env[name])
  if (names.length === 0) return []
  return [`${names.join(', ')} has no effect: the server sends its requests directly, and not through a proxy`]
}

import { nearestName } from '@platform/plugin-sdk'
import { type ConfigKey, variableKey } from './config-keys.ts'
import { variablePrefix } from './plugin-variables.ts'
import { correctOrDisable, type Problem } from './problem.ts'
import { withoutSecretValues } from './secrets.ts'

/** A configuration before it was parsed, for messages about it. */
export interface GivenConfig {
  readonly plugin: string
  readonly origin: string
  /** The name of the list of plugins. */
  readonly list: string
  readonly given: Readonly<Record<string, unknown>>
  /** Where each key came from: `plugins.json`, or the variable's name. */
  readonly sources: Readonly<Record<string, string>>
  /** The keys of the schema; `null` when there is no schema, or it does not describe them. */
  readonly keys: readonly ConfigKey[] | null
  readonly secrets: readonly string[]
}

/** One finding of a schema about a value. */
export interface SchemaIssue {
  readonly message: string
  readonly path: readonly string[]
  /** The unknown keys, when the finding is about unknown keys. */
  readonly unknownKeys: readonly string[] | null
}

/** The problems that one finding of a schema stands for. */
export function problemsOfIssue({ message, path, unknownKeys }: SchemaIssue, about: GivenConfig): Problem[] {
  if (unknownKeys) return unknownKeys.map(key => unknownKey([...path, key], about))
  const top = path[0]
  if (top !== undefined && path.length === 1 && about.keys && !about.keys.some(({ key }) => key === top))
    return [unknownKey(path, about)]
  const type = about.keys?.find(({ key }) => key === top)?.type
  const source = top === undefined ? undefined : about.sources[top]
  const allowed = type === 'boolean' && source?.startsWith('PLATFORM_PLUGIN_') ? 'TRUE or FALSE' : type
  const hint = allowed && path.length === 1 && !message.includes(allowed) ? ` (${allowed})` : ''
  return [configProblem(withoutSecretValues(message, about) + hint, path, about)]
}

/** The problem of a schema that throws or never answers. @param failure - what happened. */
export function schemaFailure(failure: string, about: GivenConfig): Problem {
  const { plugin, origin, list } = about
  return {
    code: 'PLUGIN_HOOK_FAILED',
    plugins: [{ name: plugin, origin }],
    hook: 'config',
    message: withoutSecretValues(failure, about),
    fix: correctOrDisable(`the schema in ${origin}`, { name: plugin }, list),
  }
}

function unknownKey(path: readonly string[], about: GivenConfig): Problem {
  const known = path.length === 1 ? (about.keys ?? []).map(({ key }) => key) : []
  const near = nearestName(path.at(-1) ?? '', known)
  const hint = near ? `; did you mean ${near}?` : known.length > 0 ? `; the keys are ${known.join(', ')}` : ''
  return configProblem(`there is no such key${hint}`, path, about)
}

function configProblem(
  message: string,
  path: readonly string[],
  { plugin, origin, sources, list }: GivenConfig,
): Problem {
  const top = path[0]
  const from = top === undefined ? undefined : sources[top]
  const variable = variablePrefix(plugin) + (top === undefined ? '<KEY>' : variableKey(top))
  const where = path.length === 0 ? 'the configuration' : `config ${path.join('.')}`
  return {
    code: 'PLUGIN_CONFIG_INVALID',
    plugins: [{ name: plugin, origin }],
    ...(path.length > 0 ? { at: path.join('.') } : {}),
    message: `${plugin} ${where}: ${message}`,
    ...(from ? { related: { from } } : {}),
    fix: from
      ? `correct ${from.startsWith('PLATFORM_PLUGIN_') ? from : `${from}.${top}`}`
      : `set it in ${list} as settings.${plugin}.config.${top ?? '<key>'}, or as ${variable}`,
  }
}

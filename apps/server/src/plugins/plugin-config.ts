import { type Manifest, nearestName } from '@platform/plugin-sdk'
import { isMap, saidBy } from '../composition/described.ts'
import type { Problem } from '../composition/problem.ts'
import { LateError, withDeadline } from '../runtime/deadline.ts'
import { deepFreeze } from '../runtime/deep-freeze.ts'
import { keepSecret } from '../runtime/secrets.ts'
import { type ConfigKey, keysOf, variableKey } from './config-keys.ts'
import { type PluginVariable, variablePrefix, variableValue } from './plugin-environment.ts'
import { isSecretPath } from './secret-path.ts'

/** What a plugin is configured with, before and after its schema has seen it. */
export interface PluginConfig {
  /** Parsed and frozen; `null` when it was refused. */
  readonly value: Readonly<Record<string, unknown>> | null
  /** Where each key came from: `plugins.json`, or the variable's name. */
  readonly sources: Readonly<Record<string, string>>
  /** The keys the schema knows; `null` when it has none or can't tell. */
  readonly keys: readonly ConfigKey[] | null
  readonly secrets: readonly string[]
  readonly problems: readonly Problem[]
}

export interface ConfigInput {
  readonly plugin: string
  readonly origin: string
  readonly manifest: Pick<Manifest, 'config' | 'secrets'> | null
  /** What the list says. */
  readonly settings: Readonly<Record<string, unknown>>
  /** The list's own name, for messages. */
  readonly source: string
  readonly variables: readonly PluginVariable[]
}

/** How long a schema may take to say yes or no. Milliseconds. */
const DEADLINE = 5_000

/** Puts a plugin's configuration together, the environment above the list, and has it checked by the plugin's schema. */
export async function configurePlugin(input: ConfigInput, deadline = DEADLINE): Promise<PluginConfig> {
  const { manifest, settings, source, variables, plugin } = input
  const keys = keysOf(manifest?.config)
  const secrets = manifest?.secrets ?? []
  const named = variables.map(variable => ({
    ...variable,
    target: keyOf(variable, [
      ...(keys ?? []).map(({ key }) => key),
      ...Object.keys(settings),
      ...secrets.map(path => path.split('.')[0]!),
    ]),
  }))
  const given = { ...settings, ...Object.fromEntries(named.map(({ target, text }) => [target, variableValue(text)])) }
  const sources = {
    ...Object.fromEntries(Object.keys(settings).map(key => [key, `${source} settings.${plugin}.config`])),
    ...Object.fromEntries(named.map(({ target, name }) => [target, name])),
  }
  const about = { keys, secrets, sources }
  keepSecret(secretLeaves(given, secrets))
  if (manifest?.config === undefined) return { ...about, value: deepFreeze(given), problems: [] }
  const textOf = Object.fromEntries(named.map(({ target, text }) => [target, text]))
  const result = await settled(() => validate(manifest.config!, given, textOf), deadline)
  if ('failed' in result)
    return { ...about, value: null, problems: [schemaProblem(result.failed, { ...input, ...about, given })] }
  if (!result.issues && isMap(result.value)) keepSecret(secretLeaves(result.value, secrets))
  if (!result.issues && typeof result.value === 'object' && result.value !== null)
    return { ...about, value: deepFreeze(result.value as Record<string, unknown>), problems: [] }
  const issues = result.issues ?? [{ message: 'the schema gives no object' }]
  return { ...about, value: null, problems: issues.flatMap(issue => problems(issue, { ...input, ...about, given })) }
}

/** The key a variable means; `webhookUrl` for `WEBHOOK_URL` when nothing says otherwise. */
function keyOf({ key }: PluginVariable, known: readonly string[]): string {
  return (
    known.find(name => variableKey(name) === key) ??
    key.toLowerCase().replace(/_+([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase())
  )
}

type Schema = NonNullable<Manifest['config']>
type Result = Awaited<ReturnType<Schema['~standard']['validate']>>
type Issue = NonNullable<Result['issues']>[number]

/** A variable that reads as a number or the like and is refused may have been meant as text: `00123`, `12345`. */
async function validate(
  schema: Schema,
  given: Record<string, unknown>,
  texts: Readonly<Record<string, string>>,
): Promise<Result> {
  const result = await schema['~standard'].validate(given)
  const refused = (result.issues ?? [])
    .map(issue => pathOf(issue))
    .filter(path => path.length === 1 && path[0]! in texts)
    .map(([key]) => key!)
  if (refused.length === 0) return result
  return schema['~standard'].validate({ ...given, ...Object.fromEntries(refused.map(key => [key, texts[key]])) })
}

/** A schema is code of the plugin: it may throw, or never come to an end. */
async function settled(check: () => Promise<Result>, deadline: number): Promise<Result | { readonly failed: string }> {
  try {
    return await withDeadline(check(), deadline, `its schema did not answer within ${deadline / 1_000} s`)
  } catch (error) {
    return {
      failed:
        error instanceof LateError
          ? error.message
          : `its schema threw ${saidBy(error)}, instead of telling what is wrong with a value`,
    }
  }
}

function schemaProblem(failed: string, about: About): Problem {
  return {
    code: 'PLUGIN_HOOK_FAILED',
    owners: [about.plugin],
    message: `${about.plugin} config: ${withoutSecrets(failed, about)}\n  ${about.plugin}  ${about.origin}`,
    fix: `mend the schema in ${about.origin}; until then the server starts without the plugin by "settings": {"${about.plugin}": {"onFailure": "disable"}} in ${about.source}`,
  }
}

function pathOf({ path = [] }: Issue): string[] {
  return path.map(part => String(typeof part === 'object' ? part.key : part))
}

type About = ConfigInput &
  Pick<PluginConfig, 'keys' | 'secrets' | 'sources'> & { readonly given: Readonly<Record<string, unknown>> }

function problems(issue: Issue, about: About): Problem[] {
  const path = pathOf(issue)
  const { keys: unrecognised } = issue as { keys?: unknown }
  if (Array.isArray(unrecognised)) return unrecognised.map(key => unknownKey([...path, String(key)], about))
  const top = path[0]
  if (top !== undefined && path.length === 1 && about.keys && !about.keys.some(({ key }) => key === top))
    return [unknownKey(path, about)]
  const where = top === undefined ? 'the configuration' : `config ${path.join('.')}`
  const type = about.keys?.find(({ key }) => key === top)?.type
  const allowed = type === 'boolean' && about.sources[top!]?.startsWith('PLATFORM_PLUGIN_') ? 'TRUE or FALSE' : type
  return [
    problem(
      `${where}: ${withoutSecrets(issue.message, about)}${allowed && path.length === 1 && !issue.message.includes(allowed) ? ` (${allowed})` : ''}`,
      top,
      about,
    ),
  ]
}

function unknownKey(path: readonly string[], about: About): Problem {
  const known = path.length === 1 ? (about.keys ?? []).map(({ key }) => key) : []
  const near = nearestName(path.at(-1)!, known)
  const hint = near ? `; did you mean ${near}?` : known.length > 0 ? `; the keys are ${known.join(', ')}` : ''
  return problem(`config ${path.join('.')}: there is no such key${hint}`, path[0], about)
}

function problem(message: string, top: string | undefined, { plugin, origin, sources, source }: About): Problem {
  const from = top === undefined ? undefined : sources[top]
  const variable = variablePrefix(plugin) + (top === undefined ? '<KEY>' : variableKey(top))
  const fix = from
    ? `correct ${from.startsWith('PLATFORM_PLUGIN_') ? from : `${from}.${top}`}`
    : `set it in ${source} as settings.${plugin}.config.${top ?? '<key>'}, or as ${variable}`
  return {
    code: 'PLUGIN_CONFIG_INVALID',
    owners: [plugin],
    message: `${plugin} ${message}${from ? `\n  from  ${from}` : ''}\n  ${plugin}  ${origin}`,
    fix,
  }
}

/** The texts of a configuration that are never shown: what the manifest calls secret, and what is called like one. */
function secretLeaves(config: Readonly<Record<string, unknown>>, secrets: readonly string[]): string[] {
  const inside = (path: string, value: unknown): string[] =>
    isSecretPath(path, secrets)
      ? texts(value)
      : Array.isArray(value)
        ? value.flatMap(item => inside(path, item))
        : isMap(value)
          ? Object.entries(value).flatMap(([key, inner]) => inside(`${path}.${key}`, inner))
          : []
  return Object.entries(config).flatMap(([key, value]) => inside(key, value))
}

function texts(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(texts)
  return typeof value === 'string' ? [value] : []
}

/** A schema's message may repeat what it was given. */
function withoutSecrets(message: string, { secrets, given }: About): string {
  const values = secrets.flatMap(path =>
    leaves(
      path
        .split('.')
        .reduce<unknown>(
          (value, key) =>
            typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined,
          given,
        ),
    ),
  )
  return values.some(value => value !== '' && message.includes(value))
    ? 'this value is not allowed; it is a secret and is not shown'
    : message
}

function leaves(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leaves)
  return value === undefined || value === null ? [] : [String(value)]
}

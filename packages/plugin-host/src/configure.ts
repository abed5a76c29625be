import { deepFreeze } from '@platform/config'
import type { Manifest } from '@platform/plugin-sdk'
import pTimeout, { TimeoutError } from 'p-timeout'
import { type ConfigKey, keysOf, variableKey } from './config-keys.ts'
import { problemsOfIssue, type SchemaIssue, schemaFailure } from './config-problems.ts'
import { describeThrown, isMap } from './describe.ts'
import type { PluginList } from './plugin-list.ts'
import { type PluginVariable, type PluginVariables, variableValue } from './plugin-variables.ts'
import type { Problem } from './problem.ts'
import type { ReadPlugin } from './read-plugin.ts'
import { secretTexts } from './secrets.ts'

/** A listed plugin and its configuration. */
export interface ConfiguredPlugin extends ReadPlugin {
  readonly config: PluginConfig | null
  /** The reason why the plugin is disabled; `null` for a plugin that is not. */
  readonly disabled: string | null
}

/** The configuration of a plugin, and where its values came from. */
export interface PluginConfig {
  /** Parsed by the plugin's schema and frozen; `null` when the schema refused it. */
  readonly value: Readonly<Record<string, unknown>> | null
  /** Where each key came from: `plugins.json`, or the variable's name. */
  readonly sources: Readonly<Record<string, string>>
  /** The keys of the schema; `null` when there is no schema, or it does not describe them. */
  readonly keys: readonly ConfigKey[] | null
  readonly secrets: readonly string[]
  readonly problems: readonly Problem[]
}

/** The sources of a plugin's configuration. */
export interface ConfigInput {
  readonly plugin: string
  readonly origin: string
  readonly manifest: Pick<Manifest, 'config' | 'secrets'> | null
  /** The values under `config` of the plugin's settings in `plugins.json`. */
  readonly settings: Readonly<Record<string, unknown>>
  /** The name of the list, for messages. */
  readonly source: string
  readonly variables: readonly PluginVariable[]
  /** Called with the secrets as soon as they are known, so that they stay out of logs. */
  readonly keepSecret: (values: readonly string[]) => void
}

/** How long a schema may take to parse a configuration. Milliseconds. */
const DEADLINE = 5_000

interface Sources {
  readonly list: PluginList
  readonly variables: PluginVariables
  readonly keepSecret: ConfigInput['keepSecret']
}

/** Configures a plugin that could be loaded. */
export async function configurePlugin(
  plugin: ReadPlugin,
  { list, variables, keepSecret }: Sources,
): Promise<ConfiguredPlugin> {
  if (!plugin.hooks) return { ...plugin, config: null, disabled: null }
  const { name, origin, manifest } = plugin
  const config = await readConfig({
    plugin: name,
    origin,
    manifest,
    settings: list.settingsOf(name).config,
    source: list.source,
    variables: variables.of(name),
    keepSecret,
  })
  return { ...plugin, config, problems: [...plugin.problems, ...config.problems], disabled: null }
}

/**
 * Puts the configuration of a plugin together and parses it by the plugin's schema. A variable of the environment wins
 * over the list.
 */
export async function readConfig(input: ConfigInput, deadline = DEADLINE): Promise<PluginConfig> {
  const { manifest, settings, source, variables, plugin, origin, keepSecret } = input
  const keys = keysOf(manifest?.config)
  const secrets = manifest?.secrets ?? []
  const knownKeys = [
    ...(keys ?? []).map(({ key }) => key),
    ...Object.keys(settings),
    ...secrets.flatMap(path => path.split('.').slice(0, 1)),
  ]
  const ofVariables = variables.map(variable => ({ ...variable, key: keyOf(variable, knownKeys) }))
  const values = { ...settings, ...Object.fromEntries(ofVariables.map(({ key, text }) => [key, variableValue(text)])) }
  const sources = {
    ...Object.fromEntries(Object.keys(settings).map(key => [key, `${source} settings.${plugin}.config`])),
    ...Object.fromEntries(ofVariables.map(({ key, name }) => [key, name])),
  }
  const described = { keys, secrets, sources }
  keepSecret(secretTexts(values, secrets))
  const schema = manifest?.config
  if (schema === undefined) return { ...described, value: deepFreeze(values), problems: [] }
  const texts = Object.fromEntries(ofVariables.map(({ key, text }) => [key, text]))
  const result = await withinDeadline(() => validate(schema, values, texts), deadline)
  const place = { ...described, plugin, origin, list: source, given: values }
  const refused = (problems: readonly Problem[]): PluginConfig => ({ ...described, value: null, problems })
  if ('failure' in result) return refused([schemaFailure(result.failure, place)])
  if (result.issues) return refused(result.issues.flatMap(issue => problemsOfIssue(issueOf(issue), place)))
  const value: unknown = result.value
  if (typeof value !== 'object' || value === null)
    return refused(problemsOfIssue({ message: 'the schema gives no object', path: [], unknownKeys: null }, place))
  if (isMap(value)) keepSecret(secretTexts(value, secrets))
  // A schema may also give a list, which needs no further check.
  return { ...described, value: deepFreeze(value as Record<string, unknown>), problems: [] }
}

/** The key that a variable means: a known key, else `webhookUrl` for `WEBHOOK_URL`. */
function keyOf({ key }: PluginVariable, known: readonly string[]): string {
  return (
    known.find(name => variableKey(name) === key) ??
    key.toLowerCase().replace(/_+([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase())
  )
}

type Schema = NonNullable<Manifest['config']>
type Result = Awaited<ReturnType<Schema['~standard']['validate']>>
type Issue = NonNullable<Result['issues']>[number]

/**
 * Validates values by a schema. The value of a variable such as `00123` is read as a number first; when the schema
 * refuses the number, the text of the variable is tried.
 */
async function validate(
  schema: Schema,
  values: Record<string, unknown>,
  texts: Readonly<Record<string, string>>,
): Promise<Result> {
  const result = await schema['~standard'].validate(values)
  const refused = (result.issues ?? [])
    .map(issue => pathOf(issue))
    .flatMap(path => (path.length === 1 ? path : []))
    .filter(key => key in texts)
  if (refused.length === 0) return result
  return schema['~standard'].validate({ ...values, ...Object.fromEntries(refused.map(key => [key, texts[key]])) })
}

/** The result of a schema, or why it has none: a schema is code of the plugin, which may throw or never end. */
async function withinDeadline(
  check: () => Promise<Result>,
  deadline: number,
): Promise<Result | { readonly failure: string }> {
  try {
    const message = `its schema did not answer within ${deadline / 1_000} s`
    return await pTimeout(check(), { milliseconds: deadline, message })
  } catch (error) {
    return {
      failure:
        error instanceof TimeoutError
          ? error.message
          : `its schema threw ${describeThrown(error)}, instead of reporting what is wrong with a value`,
    }
  }
}

function issueOf(issue: Issue): SchemaIssue {
  // Beyond Standard Schema, zod names the unknown keys.
  const { keys } = issue as { readonly keys?: unknown }
  return {
    message: issue.message,
    path: pathOf(issue),
    unknownKeys: Array.isArray(keys) ? keys.map(String) : null,
  }
}

function pathOf({ path = [] }: Issue): string[] {
  return path.map(part => String(typeof part === 'object' ? part.key : part))
}

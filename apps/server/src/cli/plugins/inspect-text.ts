import { type ConfiguredPlugin, type Problem, type Remarks, reportOf } from '@platform/plugin-host'
import { table } from '../table.ts'
import { type EntryPoint, needsInWords } from './entry-points.ts'

/** A key of a plugin's configuration with its value. */
export interface ConfigLine {
  readonly key: string
  readonly type: string | null
  readonly required: boolean
  readonly description: string | null
  readonly source: string
  readonly value: unknown
}

/** A manifest, and whether it has a configuration schema. */
export type ManifestFacts = Omit<NonNullable<ConfiguredPlugin['manifest']>, 'config'> & { readonly config: boolean }

/** The hooks that a plugin defines for other plugins, and the hooks of other plugins that it gives. */
export interface PluginHookFacts {
  readonly defines: readonly {
    readonly name: string
    readonly description: string
    readonly givenBy: readonly string[]
  }[]
  readonly gives: readonly { readonly name: string; readonly definedBy: string | null }[]
}

/** The facts that `platform plugins inspect` prints about a plugin. */
export interface PluginDescription extends Remarks {
  readonly name: string
  readonly version: string | null
  readonly state: string
  readonly range: string | null
  readonly origin: string | null
  readonly manifest: ManifestFacts | null
  readonly hooks: Readonly<Record<string, readonly string[]>>
  readonly pluginHooks: PluginHookFacts
  readonly entryPoints: readonly EntryPoint[]
  readonly config: readonly ConfigLine[]
  readonly requires: object
  readonly requiredBy: readonly string[]
  readonly files: readonly string[]
  /** Why it is disabled; `null` unless it is. */
  readonly disabled: string | null
  readonly problems: readonly Problem[]
}

/** The description as text: sections with a title. Some are omitted when they are empty. */
export function describePlugin(plugin: PluginDescription): string {
  const { name, version, entryPoints, files, overrides, disabled, problems, warnings } = plugin
  const hooks = Object.entries(plugin.hooks).map(([hook, names]) =>
    names.length > 0 ? `${hook}: ${names.join(', ')}` : hook,
  )
  return [
    `${name}${version ? ` ${version}` : ''}\n${table(factsOf(plugin))}`,
    `hooks\n${lines(hooks)}`,
    ...section('hooks between plugins', pluginHooksInWords(plugin.pluginHooks)),
    ...(entryPoints.length === 0
      ? []
      : [`entry points\n${table(entryPoints.map(entry => [`  ${entry.place}`, needsInWords(entry)]))}`]),
    `config\n${configTable(plugin.config)}`,
    `files\n${lines(files)}`,
    ...section(
      'allowed',
      overrides.map(({ what, owner, over }) => `${what} of ${owner} replaces the one of ${over}`),
    ),
    ...(disabled === null ? [] : [`disabled: ${disabled}`]),
    ...section('problems', problems.map(reportOf)),
    ...section('warnings', warnings.map(reportOf)),
  ].join('\n\n')
}

function pluginHooksInWords({ defines, gives }: PluginHookFacts): string[] {
  return [
    ...defines.map(
      ({ name, description, givenBy }) =>
        `defines ${name}: ${description} (given by ${givenBy.join(', ') || 'no plugin'})`,
    ),
    ...gives.map(({ name, definedBy }) => `gives ${name}, defined by ${definedBy ?? 'no listed plugin'}`),
  ]
}

function factsOf({ state, range, origin, manifest, requires, requiredBy }: PluginDescription): [string, string][] {
  const required = Object.entries(requires).map(pair => pair.join(' '))
  const capabilities = manifest?.capabilities ?? []
  return [
    ['  state', `${state}${range ? ` (${range} is required)` : ''}`],
    ['  origin', origin ?? '-'],
    ['  sdk', manifest?.sdk ?? 'no manifest: a plain object of hooks'],
    ['  requires', required.join(', ') || '-'],
    ['  required by', requiredBy.join(', ') || '-'],
    ['  capabilities', capabilities.join(', ') || '-'],
  ]
}

function configTable(config: readonly ConfigLine[]): string {
  if (config.length === 0) return '  none'
  return table(config.map(({ key, type, source, value }) => [`  ${key}`, type ?? '-', JSON.stringify(value), source]))
}

function section(title: string, texts: readonly string[]): string[] {
  return texts.length === 0 ? [] : [`${title}\n${lines(texts)}`]
}

function lines(texts: readonly string[]): string {
  return texts.map(text => `  ${text}`).join('\n') || '  none'
}

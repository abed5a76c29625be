import { type Problem, type Remarks, reportOf } from '@platform/plugin-host'
import { type EntryPoint, needsInWords } from './entry-points.ts'
import { table } from './print.ts'

/** A key of a plugin's configuration, with the value it has. */
export interface ConfigLine {
  readonly key: string
  readonly type: string | null
  readonly required: boolean
  readonly description: string | null
  readonly source: string
  readonly value: unknown
}

/** What `platform plugins inspect` prints of a plugin. */
export interface PluginDescription extends Remarks {
  readonly name: string
  readonly version: string | null
  readonly state: string
  readonly range: string | null
  readonly origin: string | null
  readonly manifest: Readonly<Record<string, unknown>> | null
  readonly hooks: Readonly<Record<string, readonly string[]>>
  readonly openings: readonly EntryPoint[]
  readonly config: readonly ConfigLine[]
  readonly requires: object
  readonly requiredBy: readonly string[]
  readonly files: readonly string[]
  /** Why it is disabled; `null` unless it is. */
  readonly leftOut: string | null
  readonly problems: readonly Problem[]
}

/** A description for people: sections with a title, those that are often empty only when they are not. */
export function describePlugin(plugin: PluginDescription): string {
  const { name, version, openings, files, overrides, leftOut, problems, warnings } = plugin
  return [
    `${name}${version ? ` ${version}` : ''}\n${table(factsOf(plugin))}`,
    `hooks\n${lines(Object.entries(plugin.hooks).map(([hook, names]) => (names.length > 0 ? `${hook}: ${names.join(', ')}` : hook)))}`,
    ...(openings.length === 0
      ? []
      : [`open to\n${table(openings.map(opening => [`  ${opening.place}`, needsInWords(opening)]))}`]),
    `config\n${configTable(plugin.config)}`,
    `files\n${lines(files)}`,
    ...section(
      'allowed',
      overrides.map(({ what, owner, over }) => `${what} of ${owner} is used in place of the one of ${over}`),
    ),
    ...(leftOut === null ? [] : [`left out: ${leftOut}`]),
    ...section('problems', problems.map(reportOf)),
    ...section('warnings', warnings.map(reportOf)),
  ].join('\n\n')
}

function factsOf({ state, range, origin, manifest, requires, requiredBy }: PluginDescription): [string, string][] {
  const required = Object.entries(requires).map(pair => pair.join(' '))
  const capabilities = (manifest?.['capabilities'] ?? []) as readonly string[]
  return [
    ['  state', `${state}${range ? ` (${range} is asked for)` : ''}`],
    ['  origin', origin ?? '-'],
    ['  sdk', String(manifest?.['sdk'] ?? 'no manifest: a plain object of hooks')],
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

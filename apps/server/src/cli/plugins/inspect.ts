import { relative } from 'node:path'
import type { Remarks } from '../../composition/problem.ts'
import type { LoadedPlugin } from '../../contract/loaded-plugin.ts'
import { PluginCommandError } from '../../plugins/command-error.ts'
import { takeInventory } from '../../plugins/inventory.ts'
import { isSameName } from '../../plugins/names.ts'
import { needsInWords, type Opening, openingsOf } from '../../plugins/openings.ts'
import { answersTo } from '../../plugins/order.ts'
import type { PluginConfig } from '../../plugins/plugin-config.ts'
import { filesOf } from '../../plugins/plugin-files.ts'
import type { PluginList } from '../../plugins/plugin-list.ts'
import { foresee } from '../../plugins/prospect.ts'
import { standOf } from '../../plugins/standing.ts'
import { surveyPlugins } from '../../plugins/survey.ts'
import type { SurveyedPlugin } from '../../plugins/surveyed-plugin.ts'
import { answer, table } from './print.ts'
import { type JsonOption, openProject, requireName } from './project.ts'
import { redact } from './redact.ts'

/** `platform plugins inspect <name>`; also of a plugin that is there and not listed. */
export async function inspectPlugin(wanted: string, options: JsonOption): Promise<number> {
  const { root, env, list: listed } = await openProject()
  const name = requireName(wanted)
  const list = listed.server.some(entry => isSameName(entry.name, name)) ? listed : withEntry(listed, name)
  const survey = await surveyPlugins(root, list, env)
  const plugin = survey.plugins.find(other => isSameName(other.name, name))!
  const inBrowser = listed.client.find(entry => isSameName(entry.name, name))
  const stand = standOf(root, inBrowser ?? plugin.entry)
  if (stand.standing === 'missing' && list !== listed && !inBrowser)
    throw new PluginCommandError(
      'PLUGIN_NOT_FOUND',
      `There is no plugin ${name}: it is not listed, not a folder under plugins/ and not installed.`,
    )
  const clientOnly = list !== listed && !plugin.location
  const prospect = await foresee(survey)
  const line = takeInventory(root, list, { ...survey, ...prospect }).find(other => other.name === plugin.name)!
  const { state, version, range, client } = clientOnly
    ? { ...line, state: stand.standing, version: stand.version, range: inBrowser?.range ?? null }
    : line
  const description = {
    name: plugin.name,
    version,
    state,
    range,
    listed: { server: list === listed, client },
    origin: plugin.origin || null,
    directory: stand.directory && relative(root, stand.directory),
    manifest: manifestOf(plugin),
    hooks: hooksOf(plugin),
    openings: openings(survey.judged.find(member => member.name === plugin.name)),
    config: plugin.config ? configOf(plugin.config) : [],
    requires: plugin.manifest?.requires ?? {},
    optional: plugin.manifest?.optional ?? {},
    requiredBy: survey.plugins
      .filter(
        other =>
          other !== plugin && Object.keys(other.manifest?.requires ?? {}).some(required => answersTo(plugin, required)),
      )
      .map(other => other.name),
    settings: { onFailure: list.settingsOf(plugin.name).onFailure, allow: list.settingsOf(plugin.name).allow },
    files: stand.directory === null ? [] : filesOf(stand.directory),
    warnings: prospect.remarks.warnings.filter(({ owners }) => owners.includes(plugin.name)),
    overrides: prospect.remarks.overrides.filter(({ owner, over }) => owner === plugin.name || over === plugin.name),
    leftOut: line.reason,
    problems: clientOnly
      ? []
      : [...plugin.problems, ...prospect.problems.filter(({ owners }) => owners.includes(plugin.name))],
  }
  return answer(options, { machine: description, human: () => print(description) })
}

/** None are known of a plugin that can't be judged. */
function openings(member: LoadedPlugin | undefined): readonly Opening[] {
  return member ? openingsOf(member) : []
}

function withEntry(list: PluginList, name: string): PluginList {
  return { ...list, server: [...list.server, { name, range: null }] }
}

/** What the plugin says of itself, as far as it can be written down. */
function manifestOf({ manifest }: SurveyedPlugin): Readonly<Record<string, unknown>> | null {
  if (!manifest) return null
  const { config, ...rest } = manifest
  return { ...rest, config: config !== undefined }
}

/** Each hook and the names it provides. */
function hooksOf({ hooks }: SurveyedPlugin): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.entries(hooks ?? {}).map(([hook, value]) => [
      hook,
      typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [],
    ]),
  )
}

interface ConfigLine {
  readonly key: string
  readonly type: string | null
  readonly required: boolean
  readonly description: string | null
  readonly source: string
  readonly value: unknown
}

function configOf({ value, sources, keys, secrets }: PluginConfig): ConfigLine[] {
  const names = [
    ...new Set([...(keys ?? []).map(({ key }) => key), ...Object.keys(sources), ...Object.keys(value ?? {})]),
  ]
  return names.map(key => {
    const { type = null, required = false, description = null } = keys?.find(known => known.key === key) ?? {}
    return {
      key,
      type,
      required,
      description,
      source: sources[key] ?? 'default',
      value: redact(key, value?.[key], secrets) ?? null,
    }
  })
}

type Description = Pick<SurveyedPlugin, 'name' | 'leftOut' | 'problems'> &
  Remarks & {
    readonly version: string | null
    readonly state: string
    readonly range: string | null
    readonly origin: string | null
    readonly manifest: Readonly<Record<string, unknown>> | null
    readonly hooks: Readonly<Record<string, readonly string[]>>
    readonly openings: readonly Opening[]
    readonly config: readonly ConfigLine[]
    readonly requires: object
    readonly requiredBy: readonly string[]
    readonly files: readonly string[]
  }

function print(plugin: Description): string {
  const {
    name,
    version,
    state,
    range,
    origin,
    manifest,
    hooks,
    openings: open,
    config,
    requires,
    requiredBy,
    files,
    leftOut,
    problems,
    warnings,
    overrides,
  } = plugin
  const facts: [string, string][] = [
    ['state', `${state}${range ? ` (${range} is asked for)` : ''}`],
    ['origin', origin ?? '-'],
    ['sdk', String(manifest?.['sdk'] ?? 'no manifest: a plain object of hooks')],
    [
      'requires',
      Object.entries(requires)
        .map(pair => pair.join(' '))
        .join(', ') || '-',
    ],
    ['required by', requiredBy.join(', ') || '-'],
    ['capabilities', ((manifest?.['capabilities'] ?? []) as readonly string[]).join(', ') || '-'],
  ]
  const sections = [
    `${name}${version ? ` ${version}` : ''}\n${table(facts.map(([label, value]) => [`  ${label}`, value]))}`,
    `hooks\n${
      Object.entries(hooks)
        .map(([hook, names]) => `  ${hook}${names.length > 0 ? `: ${names.join(', ')}` : ''}`)
        .join('\n') || '  none'
    }`,
    ...(open.length === 0
      ? []
      : [`open to\n${table(open.map(opening => [`  ${opening.place}`, needsInWords(opening)]))}`]),
    `config\n${config.length > 0 ? table(config.map(({ key, type, source, value }) => [`  ${key}`, type ?? '-', JSON.stringify(value), source])) : '  none'}`,
    `files\n${files.map(file => `  ${file}`).join('\n') || '  none'}`,
    ...(overrides.length === 0
      ? []
      : [
          `allowed\n${overrides.map(({ what, owner, over }) => `  ${what} of ${owner} is used in place of the one of ${over}`).join('\n')}`,
        ]),
    ...(leftOut === null ? [] : [`left out: ${leftOut}`]),
    ...(
      [
        ['problems', problems],
        ['warnings', warnings],
      ] as const
    ).flatMap(([title, list]) =>
      list.length === 0
        ? []
        : [
            `${title}\n${list.map(({ code, message, fix }) => `  ${code}  ${message}${fix ? `\n  fix  ${fix}` : ''}`).join('\n')}`,
          ],
    ),
  ]
  return sections.join('\n\n')
}

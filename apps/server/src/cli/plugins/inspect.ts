import { relative } from 'node:path'
import {
  answersTo,
  type ConfiguredPlugin,
  concerns,
  filesOf,
  findEntry,
  isSameName,
  type LoadedPlugin,
  type PluginConfig,
  type PluginList,
} from '@platform/plugin-host'
import { surveyProject } from '../../main/load-plugins.ts'
import { PluginCommandError } from './command-error.ts'
import { type EntryPoint, entryPointsOf } from './entry-points.ts'
import { type ConfigLine, describePlugin } from './inspect-text.ts'
import { takeInventory } from './inventory.ts'
import { previewStart } from './preview.ts'
import { answer, factsOf } from './print.ts'
import { type JsonOption, openProject, requireName } from './project.ts'
import { redact } from './redact.ts'

/** `platform plugins inspect <name>`; also of a plugin that is there and not listed. */
export async function inspectPlugin(wanted: string, options: JsonOption): Promise<number> {
  const { root, env, list: listed } = await openProject()
  const name = requireName(wanted)
  const list = listed.server.some(entry => isSameName(entry.name, name)) ? listed : withEntry(listed, name)
  const survey = await surveyProject(root, list, env)
  const plugin = survey.plugins.find(other => isSameName(other.name, name))!
  const inBrowser = listed.client.find(entry => isSameName(entry.name, name))
  const found = findEntry(root, inBrowser ?? plugin.entry)
  if (found.state === 'missing' && list !== listed && !inBrowser)
    throw new PluginCommandError(
      'PLUGIN_NOT_FOUND',
      `There is no plugin ${name}: it is not listed, not a folder under plugins/ and not installed.`,
    )
  const clientOnly = list !== listed && !plugin.location
  const preview = await previewStart(survey)
  const line = takeInventory(root, list, { ...survey, ...preview }).find(other => other.name === plugin.name)!
  const { state, version, range, client } = clientOnly
    ? { ...line, state: found.state, version: found.version, range: inBrowser?.range ?? null }
    : line
  const description = {
    name: plugin.name,
    version,
    state,
    range,
    listed: { server: list === listed, client },
    origin: plugin.origin || null,
    directory: found.directory && relative(root, found.directory),
    manifest: manifestOf(plugin),
    hooks: hooksOf(plugin),
    openings: entryPoints(survey.composable.find(other => other.name === plugin.name)),
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
    files: found.directory === null ? [] : filesOf(found.directory),
    warnings: preview.remarks.warnings.filter(problem => concerns(problem, plugin.name)),
    overrides: preview.remarks.overrides.filter(({ owner, over }) => owner === plugin.name || over === plugin.name),
    leftOut: line.reason,
    problems: clientOnly
      ? []
      : [...plugin.problems, ...preview.problems.filter(problem => concerns(problem, plugin.name))],
  }
  const { warnings, problems } = description
  return answer(options, {
    machine: { ...description, warnings: warnings.map(factsOf), problems: problems.map(factsOf) },
    human: () => describePlugin(description),
  })
}

/** None are known of a plugin whose hooks can't be composed. */
function entryPoints(plugin: LoadedPlugin | undefined): readonly EntryPoint[] {
  return plugin ? entryPointsOf(plugin) : []
}

function withEntry(list: PluginList, name: string): PluginList {
  return { ...list, server: [...list.server, { name, range: null }] }
}

/** What the plugin says of itself, as far as it can be written down. */
function manifestOf({ manifest }: ConfiguredPlugin): Readonly<Record<string, unknown>> | null {
  if (!manifest) return null
  const { config, ...rest } = manifest
  return { ...rest, config: config !== undefined }
}

/** Each hook and the names it provides. */
function hooksOf({ hooks }: ConfiguredPlugin): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.entries(hooks ?? {}).map(([hook, value]) => [
      hook,
      typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [],
    ]),
  )
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

import { relative } from 'node:path'
import {
  answersTo,
  type ConfiguredPlugin,
  concerns,
  filesOf,
  findEntry,
  foreignHooks,
  isMap,
  isSameName,
  isSecretPath,
  type LoadedPlugin,
  type PluginConfig,
  type PluginList,
  type Survey,
} from '@platform/plugin-host'
import { surveyProject } from '../../main/load-plugins.ts'
import { PluginCommandError } from './command-error.ts'
import { type EntryPoint, entryPointsOf } from './entry-points.ts'
import { type ConfigLine, describePlugin, type ManifestFacts, type PluginHookFacts } from './inspect-text.ts'
import { takeInventory } from './inventory.ts'
import { previewStart } from './preview.ts'
import { answer, factsOf } from './print.ts'
import { type JsonOption, openProject, requireName } from './project.ts'

const HIDDEN = '(secret)'

/** `platform plugins inspect <name>`: also works for an installed plugin, or a folder, that is not listed. */
export async function inspectPlugin(wanted: string, options: JsonOption): Promise<number> {
  const { root, env, list: listed } = await openProject()
  const name = requireName(wanted)
  const list = listed.server.some(entry => isSameName(entry.name, name)) ? listed : withEntry(listed, name)
  const survey = await surveyProject(root, list, { env })
  const plugin = survey.plugins.find(other => isSameName(other.name, name))
  if (!plugin) throw new Error(`the survey has no plugin ${name}`)
  const inBrowser = listed.client.find(entry => isSameName(entry.name, name))
  const found = findEntry(root, inBrowser ?? plugin.entry)
  if (found.state === 'missing' && list !== listed && !inBrowser)
    throw new PluginCommandError(
      'PLUGIN_NOT_FOUND',
      `There is no plugin ${name}: it is not listed, not a folder under plugins/ and not installed.`,
    )
  const clientOnly = list !== listed && !plugin.location
  const preview = await previewStart(survey)
  const line = takeInventory(root, list, { ...survey, ...preview }).find(other => other.name === plugin.name)
  if (!line) throw new Error(`the inventory has no plugin ${plugin.name}`)
  const { state, version, range, client } = clientOnly
    ? { ...line, state: found.state, version: found.version, range: inBrowser?.range ?? null }
    : line
  const { onFailure, allow } = list.settingsOf(plugin.name)
  const description = {
    ...partsOf(plugin, survey),
    version,
    state,
    range,
    listed: { server: list === listed, client },
    directory: found.directory && relative(root, found.directory),
    settings: { onFailure, allow },
    files: found.directory === null ? [] : filesOf(found.directory),
    warnings: preview.remarks.warnings.filter(problem => concerns(problem, plugin.name)),
    overrides: preview.remarks.overrides.filter(({ owner, over }) => owner === plugin.name || over === plugin.name),
    disabled: line.reason,
    problems: clientOnly
      ? []
      : [...plugin.problems, ...preview.problems.filter(problem => concerns(problem, plugin.name))],
  }
  const { warnings, problems } = description
  return answer(options, {
    asJson: { ...description, warnings: warnings.map(factsOf), problems: problems.map(factsOf) },
    asText: () => describePlugin(description),
  })
}

/** The parts of a plugin itself: its manifest, hooks, configuration and requirements. */
function partsOf(plugin: ConfiguredPlugin, { composable, plugins }: Survey) {
  const requires = (other: ConfiguredPlugin) =>
    Object.keys(other.manifest?.requires ?? {}).some(required => answersTo(plugin, required))
  return {
    name: plugin.name,
    origin: plugin.origin || null,
    manifest: manifestOf(plugin),
    hooks: hooksOf(plugin),
    pluginHooks: pluginHooksOf(plugin, plugins),
    entryPoints: entryPoints(composable.find(other => other.name === plugin.name)),
    config: plugin.config ? configOf(plugin.config) : [],
    requires: plugin.manifest?.requires ?? {},
    optional: plugin.manifest?.optional ?? {},
    requiredBy: plugins.filter(other => other !== plugin && requires(other)).map(other => other.name),
  }
}

/** The entry points of a plugin; none when its hooks can't be composed. */
function entryPoints(plugin: LoadedPlugin | undefined): readonly EntryPoint[] {
  return plugin ? entryPointsOf(plugin) : []
}

function withEntry(list: PluginList, name: string): PluginList {
  return { ...list, server: [...list.server, { name, range: null }] }
}

/** The manifest of a plugin; its configuration schema becomes `true`, because JSON can't represent it. */
function manifestOf({ manifest }: ConfiguredPlugin): ManifestFacts | null {
  if (!manifest) return null
  const { config, ...rest } = manifest
  return { ...rest, config: config !== undefined }
}

/** Each hook of a plugin, and the names that it provides. */
function hooksOf({ hooks }: ConfiguredPlugin): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.entries(hooks ?? {}).map(([hook, value]) => [
      hook,
      typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [],
    ]),
  )
}

/** The hooks that a plugin defines for others, and the hooks of other plugins that it has a value for. */
function pluginHooksOf(plugin: ConfiguredPlugin, plugins: readonly ConfiguredPlugin[]): PluginHookFacts {
  return {
    defines: Object.entries(plugin.hooks?.defines ?? {}).map(([name, definition]) => ({
      name,
      description: isMap(definition) ? String(definition['description']) : '',
      givenBy: plugins.filter(other => foreignHooks(other).includes(name)).map(other => other.name),
    })),
    gives: foreignHooks(plugin).map(name => ({
      name,
      definedBy: definerOf(name, plugins),
    })),
  }
}

/** The plugin that defines a hook; one with a fallback only when no other plugin does. */
function definerOf(hook: string, plugins: readonly ConfiguredPlugin[]): string | null {
  const definers = plugins.filter(({ hooks }) => Object.hasOwn(hooks?.defines ?? {}, hook))
  const [first] = definers.toSorted((a, b) => Number(isFallback(a, hook)) - Number(isFallback(b, hook)))
  return first?.name ?? null
}

function isFallback({ hooks }: ConfiguredPlugin, hook: string): boolean {
  return hooks?.defines?.[hook]?.fallback === true
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

/** Hides secrets in a configuration value: those that the manifest names, and those with a key such as `password`. */
function redact(path: string, value: unknown, secrets: readonly string[]): unknown {
  if (value === undefined || value === null) return value
  if (isSecretPath(path, secrets)) return HIDDEN
  if (Array.isArray(value)) return value.map(item => redact(path, item, secrets))
  if (typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, redact(`${path}.${key}`, inner, secrets)]),
    )
  return value
}

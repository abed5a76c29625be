import { findEntry, hasClient, hasServer, isRange, type PluginEntry, PREFIX } from '@platform/plugin-host'
import { EXIT } from '../../runtime/failure.ts'
import { buildNotes } from './build-notes.ts'
import { PluginCommandError } from './command-error.ts'
import { newestCompatible } from './compatible-release.ts'
import { addEntry, type Section, writeList } from './list-edit.ts'
import { answer, diff } from './print.ts'
import { type JsonOption, openProject, requireName } from './project.ts'

/** `platform plugins add <package>[@range]`: lists a plugin in plugins.json. */
export async function addPlugin(wanted: string, options: JsonOption & { readonly client?: boolean }): Promise<number> {
  const { root, listText } = await openProject()
  const entry = await entryFor(root, wanted)
  const { state, directory } = findEntry(root, entry)
  const sections = sectionsOf(directory, options.client === true)
  const edit = addEntry(listText, entry, sections)
  const changed = edit.before !== edit.after
  if (changed) await writeList(root, edit)
  const next = state === 'missing' || state === 'outdated' ? 'platform plugins reconcile' : null
  const notes = changed && next === null && sections.includes('client') ? await buildNotes() : []
  return answer(options, {
    asJson: { ...entry, sections, changed, file: 'plugins.json', next, notes },
    asText: () =>
      [
        changed
          ? `plugins.json\n${diff(edit.before, edit.after)}`
          : `plugins.json lists ${entry.name} like this already.`,
        ...(next ? [`Next: ${next}`] : []),
        ...notes.map(note => `note  ${note}`),
      ].join('\n\n'),
  })
}

/**
 * The sections for which a plugin has a part. What a package that is not installed has is not known, so it is listed
 * for the server.
 */
function sectionsOf(directory: string | null, isForClient: boolean): readonly Section[] {
  const client = isForClient || (directory !== null && hasClient(directory))
  const server = directory === null || hasServer(directory) || !client
  return [...(server ? (['server'] as const) : []), ...(client ? (['client'] as const) : [])]
}

/**
 * Reads `name` or `name@range`. A folder of the project needs no range. A package without a range gets the range of its
 * newest release that fits this server.
 */
async function entryFor(root: string, wanted: string): Promise<PluginEntry> {
  const at = wanted.indexOf('@', 1)
  const name = requireName(at === -1 ? wanted : wanted.slice(0, at))
  const range = at === -1 ? null : wanted.slice(at + 1)
  if (range !== null && !isRange(range))
    throw new PluginCommandError(
      'PLUGIN_RANGE_INVALID',
      `${JSON.stringify(range)} is not a version range: write one like ^1.2 or ">=1.2 <3".`,
      { exitCode: EXIT.usage },
    )
  if (range !== null) return { name, range }
  const { state, version } = findEntry(root, { name, range })
  if (state === 'local') return { name, range }
  if (version !== null) return { name, range: `^${version}` }
  return newestOf(root, name.includes(PREFIX) || name.startsWith('@') ? [name] : [PREFIX + name, name])
}

/** The first of these packages that exists: the plugin haiku is published as platform-plugin-haiku. */
async function newestOf(root: string, [name = '', ...others]: readonly string[]): Promise<PluginEntry> {
  try {
    return { name, range: `^${await newestCompatible(root, name)}` }
  } catch (error) {
    if (others.length === 0 || !(error instanceof PluginCommandError) || error.code !== 'PLUGIN_NOT_FOUND') throw error
    return newestOf(root, others)
  }
}

import { findEntry, hasClient, hasServer, isRange, type PluginEntry, PREFIX } from '@platform/plugin-host'
import { EXIT } from '../../runtime/failure.ts'
import { buildNotes } from './build-notes.ts'
import { PluginCommandError } from './command-error.ts'
import { newestCompatible, newestRelease, sectionsInRange } from './compatible-release.ts'
import { noPlugin } from './installation.ts'
import { addEntry, type Section, writeList } from './list-edit.ts'
import { answer, diff } from './print.ts'
import { type JsonOption, openProject, requireName } from './project.ts'

/** `platform plugins add <package>[@range]`: lists a plugin in plugins.json. */
export async function addPlugin(wanted: string, options: JsonOption & { readonly client?: boolean }): Promise<number> {
  const { root, listText } = await openProject()
  const { sections: published = null, ...entry } = await entryFor(root, wanted)
  const { state, directory } = findEntry(root, entry)
  const wrong = directory === null || state === 'local' ? null : noPlugin(directory, entry.name)
  if (wrong !== null) throw new PluginCommandError('PLUGIN_REFUSED', `Nothing was changed: ${wrong}.`)
  const isUnknown = directory === null && published === null
  const sections = withClient(directory === null ? (published ?? ['server']) : sectionsOf(directory), options.client)
  const edit = addEntry(listText, entry, sections)
  const changed = edit.before !== edit.after
  if (changed) await writeList(root, edit)
  const next = state === 'missing' || state === 'outdated' ? 'platform plugins reconcile' : null
  const notes = [
    ...(isUnknown ? [`the registry did not say which parts ${entry.name} has: it is listed for the server`] : []),
    ...(changed && next === null && sections.includes('client') ? await buildNotes() : []),
  ]
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

/** The sections for which a plugin has a part. */
function sectionsOf(directory: string): readonly Section[] {
  const client = hasClient(directory)
  const server = hasServer(directory) || !client
  return [...(server ? (['server'] as const) : []), ...(client ? (['client'] as const) : [])]
}

const withClient = (sections: readonly Section[], isWanted = false): readonly Section[] =>
  isWanted && !sections.includes('client') ? [...sections, 'client'] : sections

/** What is to be listed. */
interface Wanted extends PluginEntry {
  /** The parts that it has, where the registry says it. Another package that is not installed is for the server. */
  readonly sections?: readonly Section[]
}

/**
 * Reads `name` or `name@range`. A folder of the project needs no range. A package without a range gets the range of its
 * newest release that fits this server.
 */
async function entryFor(root: string, wanted: string): Promise<Wanted> {
  const at = wanted.indexOf('@', 1)
  const name = requireName(at === -1 ? wanted : wanted.slice(0, at))
  const range = at === -1 ? null : wanted.slice(at + 1)
  if (range !== null && !isRange(range))
    throw new PluginCommandError(
      'PLUGIN_RANGE_INVALID',
      `${JSON.stringify(range)} is not a version range: write one like ^1.2 or ">=1.2 <3".`,
      { exitCode: EXIT.usage },
    )
  const { state, version } = findEntry(root, { name, range })
  if (state === 'local') return { name, range }
  if (version !== null) return { name, range: range ?? `^${version}` }
  const names = name.includes(PREFIX) || name.startsWith('@') ? [name] : [PREFIX + name, name]
  return range === null ? newestOf(root, names) : firstIn(root, names, range)
}

/**
 * The first of these packages that the registry has in the range; the last one when it does not answer.
 *
 * @throws PluginCommandError when it has none of them in the range.
 */
async function firstIn(root: string, names: readonly string[], range: string): Promise<Wanted> {
  for (const name of names) {
    const sections = await sectionsInRange(root, name, range)
    if (sections !== null) return { name, range, sections }
  }
  for (const name of names) {
    const newest = await newestRelease(root, name)
    if (newest !== null)
      throw new PluginCommandError(
        'PLUGIN_NOT_FOUND',
        `The registry has no release of ${name} in the range ${range}; the newest one is ${newest}.`,
      )
  }
  return { name: names.at(-1) ?? '', range }
}

/** The first of these packages that exists: the plugin haiku is published as platform-plugin-haiku. */
async function newestOf(root: string, [name = '', ...others]: readonly string[]): Promise<Wanted> {
  try {
    const { version, sections } = await newestCompatible(root, name)
    return { name, range: `^${version}`, sections }
  } catch (error) {
    if (others.length === 0 || !(error instanceof PluginCommandError) || error.code !== 'PLUGIN_NOT_FOUND') throw error
    return newestOf(root, others)
  }
}

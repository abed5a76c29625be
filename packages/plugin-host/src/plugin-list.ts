import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { wording } from '@platform/config'
import { validRange } from 'semver'
import { z } from 'zod'
import { isMap } from './describe.ts'
import { type JsonText, readJson } from './json-text.ts'
import { isPluginName, shortName } from './names.ts'
import { CompositionError, type Problem } from './problem.ts'

/** An entry of the list of plugins: a name, or a package and a range of versions. */
export interface PluginEntry {
  readonly name: string
  readonly range: string | null
}

/** The settings of one plugin in `plugins.json`. Its configuration, `config`, is one of them. */
export interface PluginSettings {
  readonly onFailure: 'abort' | 'disable'
  /** The rules by which the plugin may override others. */
  readonly allow: readonly string[]
  readonly config: Readonly<Record<string, unknown>>
}

/** The content of `plugins.json`. */
export interface PluginList {
  /** The name of the file or variable that it was read from, for messages. */
  readonly source: string
  readonly server: readonly PluginEntry[]
  readonly client: readonly PluginEntry[]
  /** The names that have settings. */
  readonly configured: readonly string[]
  settingsOf(name: string): PluginSettings
}

/** The text of a list, and the name of the file or variable that has it. */
export interface ListText {
  readonly source: string
  readonly text: string
}

/** The files of a list, of which the first that exists is read. */
export const LIST_FILES = ['plugins.json', 'plugins.default.json'] as const

const NAME_RULE = 'this is no valid name: lower-case letters, digits, - . _ only, and no path'
const RANGE_RULE =
  'this is no range of versions: write one like "^1.2" or ">=1.2 <3"; tags, addresses and files are not accepted'

const entry = z
  .union(
    [
      z.string().transform(name => ({ name, range: null })),
      z
        .record(z.string(), z.string())
        .refine(value => Object.keys(value).length === 1, 'write one name and its range: {"platform-plugin-x": "^1.0"}')
        .transform(value => {
          const [name = '', range = ''] = Object.entries(value).flat()
          return { name, range }
        }),
    ],
    'write a name, or {"package": "range"}',
  )
  .refine(({ name }) => isPluginName(name), NAME_RULE)
  .refine(({ range }) => range === null || isRange(range), RANGE_RULE)

const ownSettings = z.strictObject({
  onFailure: z.enum(['abort', 'disable']).default('abort'),
  allow: z.array(z.string()).default([]),
  config: z.record(z.string(), z.unknown()).default({}),
})

const listSchema = z.strictObject({
  server: z.array(entry).default([]),
  client: z.array(entry).default([]),
  settings: z.record(z.string(), ownSettings).default({}),
})

/** Whether a text is a range of versions. */
export function isRange(text: string): boolean {
  return text.trim() !== '' && validRange(text) !== null
}

/**
 * Reads the list: the given text, else `plugins.json`, else `plugins.default.json`, else an empty list.
 *
 * @throws CompositionError with every problem of the text.
 */
export async function readPluginList(root: string, text: string | undefined): Promise<PluginList> {
  const found = await readListText(root, text)
  return found ? parsePluginList(found.text, found.source) : parsePluginList('{}', 'no plugins.json')
}

/** The text of the list that is used; `null` when there is none. */
export async function readListText(root: string, text: string | undefined): Promise<ListText | null> {
  if (text !== undefined) return { source: 'PLATFORM_PLUGINS_JSON', text }
  for (const source of LIST_FILES) {
    const content = await readFile(join(root, source), 'utf8').catch((error: { code?: unknown }) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (content !== null) return { source, text: content }
  }
  return null
}

/** Parses a list. @throws CompositionError with every problem of the text, by line and column. */
export function parsePluginList(text: string, source: string): PluginList {
  const { list, problems } = checkPluginList(text, source)
  if (problems.length > 0) throw new CompositionError(problems)
  return list
}

/** The list as far as it can be read, and the problems of its text. */
export function checkPluginList(
  text: string,
  source: string,
): { readonly list: PluginList; readonly problems: readonly Problem[] } {
  const content = text.replace(/^\uFEFF/, '')
  const { value, isJson, problems: broken, place } = readJson(content)
  const unread = broken.map(message => problem(source, message))
  const parsed = isJson ? listSchema.safeParse(value, { error: wording }) : null
  const misshapen = (parsed?.error?.issues ?? []).map(issue =>
    problem(source, `${prefix(place(issue.path))}${issue.path.join('.') || 'the file'}: ${issue.message}`),
  )
  const repeated = parsed?.data ? repetitions(parsed.data, { source, place }) : []
  const { server, client, settings } = parsed?.data ?? listSchema.parse(isJson ? sound(value) : {})
  const settingsOf = (name: string): PluginSettings =>
    settings[name] ??
    Object.entries(settings).find(([key]) => shortName(key) === shortName(name))?.[1] ?? {
      onFailure: 'abort',
      allow: [],
      config: {},
    }
  return {
    list: { source, server: once(server), client: once(client), configured: Object.keys(settings), settingsOf },
    problems: [...unread, ...misshapen, ...repeated],
  }
}

/** The entries of a list that can be read; the others are reported as problems. */
function sound(value: unknown): object {
  if (!isMap(value)) return {}
  const entries = (section: unknown) =>
    Array.isArray(section) ? section.filter(each => entry.safeParse(each).success) : []
  const { settings } = value
  return {
    server: entries(value['server']),
    client: entries(value['client']),
    settings: Object.fromEntries(
      Object.entries(isMap(settings) ? settings : {}).filter(([, each]) => ownSettings.safeParse(each).success),
    ),
  }
}

/** The entries without repetitions, which are reported as problems. */
function once(entries: readonly PluginEntry[]): PluginEntry[] {
  return entries.filter(({ name }, i) => entries.findIndex(other => other.name === name) === i)
}

/** The problems of plugins that are listed, or have settings, twice: the later entry would be lost. */
function repetitions(
  { server, client, settings }: z.output<typeof listSchema>,
  { source, place }: { source: string; place: JsonText['place'] },
): Problem[] {
  const repeated = (path: readonly PropertyKey[], first: readonly PropertyKey[], message: string) =>
    problem(source, `${prefix(place(path))}${message}; it is there already, at ${place(first)}`)
  const names = Object.keys(settings)
  return [
    ...Object.entries({ server, client }).flatMap(([section, entries]) =>
      entries.flatMap(({ name }, i) => {
        const first = entries.findIndex(other => other.name === name)
        return first === i ? [] : [repeated([section, i], [section, first], `${section}: ${name} is listed twice`)]
      }),
    ),
    ...names.flatMap((name, i) => {
      const first = names.slice(0, i).find(other => shortName(other) === shortName(name))
      if (first === undefined) return []
      const message = `settings.${name} is for the same plugin as settings.${first}`
      return [repeated(['settings', name], ['settings', first], message)]
    }),
  ]
}

/** A place as the beginning of a message. */
function prefix(place: string): string {
  return place === '' ? '' : `${place}: `
}

function problem(source: string, message: string): Problem {
  return { code: 'PLUGIN_LIST_INVALID', plugins: [], message: `${source}: ${message}`, fix: `correct ${source}` }
}

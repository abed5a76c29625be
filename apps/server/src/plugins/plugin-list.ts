import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findNodeAtLocation, parse, parseTree, printParseErrorCode, type ParseError } from 'jsonc-parser'
import { validRange } from 'semver'
import { z } from 'zod'
import { CompositionError, type Problem } from '../compose/problem.ts'
import { isPluginName, shortName } from './names.ts'

/** A plugin an operator lists: by name, or by package and range. */
export interface PluginEntry { readonly name: string; readonly range: string | null }

export interface PluginSettings {
  readonly onFailure: 'abort' | 'disable'
  /** What the plugin may override. */
  readonly allow: readonly string[]
  readonly config: Readonly<Record<string, unknown>>
}

/** What `plugins.json` says. */
export interface PluginList {
  /** Where it was read from, for messages. */
  readonly source: string
  readonly server: readonly PluginEntry[]
  readonly client: readonly PluginEntry[]
  /** Names that have settings. */
  readonly configured: readonly string[]
  settingsOf(name: string): PluginSettings
}

/** Where a list comes from, and its text. */
export interface ListText { readonly source: string; readonly text: string }

/** The files a list is read from; the first that exists. */
export const LIST_FILES = ['plugins.json', 'plugins.default.json'] as const

const NAME_RULE = 'this is no valid name: lower-case letters, digits, - . _ only, and no path'
const RANGE_RULE = 'this is no range of versions: write one like "^1.2" or ">=1.2 <3"; tags, addresses and files are not accepted'

const entry = z.union([
  z.string().transform(name => ({ name, range: null })),
  z.record(z.string(), z.string()).refine(value => Object.keys(value).length === 1, 'write one name and its range: {"platform-plugin-x": "^1.0"}').transform(value => ({ name: Object.keys(value)[0]!, range: Object.values(value)[0]! })),
], 'write a name, or {"package": "range"}')
  .refine(({ name }) => isPluginName(name), NAME_RULE)
  .refine(({ range }) => range === null || isRange(range), RANGE_RULE)

const listSchema = z.strictObject({
  server: z.array(entry).default([]),
  client: z.array(entry).default([]),
  settings: z.record(z.string(), z.strictObject({
    onFailure: z.enum(['abort', 'disable']).default('abort'),
    allow: z.array(z.string()).default([]),
    config: z.record(z.string(), z.unknown()).default({}),
  })).default({}),
})

/** Whether a text is a range of versions and nothing else. */
export function isRange(text: string): boolean {
  return text.trim() !== '' && validRange(text) !== null
}

/** Reads the list: the text given, else `plugins.json`, else `plugins.default.json`, else none. @throws CompositionError */
export async function readPluginList(root: string, text: string | undefined): Promise<PluginList> {
  const found = await readListText(root, text)
  return found ? parsePluginList(found.text, found.source) : parsePluginList('{}', 'no plugins.json')
}

/** The text of the list that is in force; `null` when there is none. */
export async function readListText(root: string, text: string | undefined): Promise<ListText | null> {
  if (text !== undefined) return { source: 'PLATFORM_PLUGINS_JSON', text }
  for (const source of LIST_FILES) {
    const content = await readFile(join(root, source), 'utf8').catch((error: { code?: unknown }) => { if (error.code === 'ENOENT') return null; throw error })
    if (content !== null) return { source, text: content }
  }
  return null
}

/** @throws CompositionError with every problem of the text, by line and column. */
export function parsePluginList(text: string, source: string): PluginList {
  const errors: ParseError[] = []
  const content = text.replace(/^\uFEFF/, '')
  const value: unknown = parse(content, errors, { allowTrailingComma: true })
  const problems = errors.map(error => problem(source, `${position(content, error.offset)}: ${printParseErrorCode(error.error)}`))
  const parsed = problems.length > 0 ? null : listSchema.safeParse(value)
  if (!parsed?.success) throw new CompositionError([...problems, ...(parsed?.error.issues ?? []).map(issue => problem(source, `${place(content, issue.path)}${issue.path.join('.') || 'the file'}: ${issue.message}`))])
  const { server, client, settings } = parsed.data
  const repeated = Object.entries({ server, client }).flatMap(([section, entries]) => entries.filter(({ name }, i) => entries.findIndex(other => other.name === name) !== i).map(({ name }) => problem(source, `${section}: ${name} is listed twice`)))
  if (repeated.length > 0) throw new CompositionError(repeated)
  const settingsOf = (name: string): PluginSettings => settings[name] ?? Object.entries(settings).find(([key]) => shortName(key) === shortName(name))?.[1] ?? { onFailure: 'abort', allow: [], config: {} }
  return { source, server, client, configured: Object.keys(settings), settingsOf }
}

function problem(source: string, message: string): Problem {
  return { code: 'PLUGIN_LIST_INVALID', owners: [], message: `${source}: ${message}`, fix: `correct ${source}` }
}

/** `line 3, column 5: ` of the value at a path, or of the nearest one around it. */
function place(text: string, path: readonly PropertyKey[]): string {
  const tree = parseTree(text, [], { allowTrailingComma: true })
  for (let length = path.length; tree && length >= 0; length--) {
    const node = findNodeAtLocation(tree, path.slice(0, length).map(key => typeof key === 'number' ? key : String(key)))
    if (node) return `${position(text, node.offset)}: `
  }
  return ''
}

function position(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n')
  return `line ${before.length}, column ${before.at(-1)!.length + 1}`
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser'
import { z } from 'zod'
import type { Problem } from '../compose/problem.ts'
import { CompositionError } from '../compose/problem.ts'

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
  settingsOf(name: string): PluginSettings
}

/** Names of npm packages; nothing that could lead out of a folder. */
const NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/

const entry = z.union([
  z.string().transform(name => ({ name, range: null })),
  z.record(z.string(), z.string()).refine(value => Object.keys(value).length === 1, 'write one name and its range: {"platform-plugin-x": "^1.0"}').transform(value => ({ name: Object.keys(value)[0]!, range: Object.values(value)[0]! })),
], 'write a name, or {"package": "range"}').refine(({ name }) => NAME.test(name) && !name.includes('..'), 'this is no valid name: lower-case letters, digits, - . _ only, and no path')

const listSchema = z.strictObject({
  server: z.array(entry).default([]),
  client: z.array(entry).default([]),
  settings: z.record(z.string(), z.strictObject({
    onFailure: z.enum(['abort', 'disable']).default('abort'),
    allow: z.array(z.string()).default([]),
    config: z.record(z.string(), z.unknown()).default({}),
  })).default({}),
})

/** Reads the list: the text given, else `plugins.json`, else `plugins.default.json`, else none. @throws CompositionError */
export async function readPluginList(root: string, text: string | undefined): Promise<PluginList> {
  if (text !== undefined) return parsePluginList(text, 'PLATFORM_PLUGINS_JSON')
  for (const name of ['plugins.json', 'plugins.default.json']) {
    const content = await readFile(join(root, name), 'utf8').catch((error: { code?: unknown }) => { if (error.code === 'ENOENT') return null; throw error })
    if (content !== null) return parsePluginList(content, name)
  }
  return parsePluginList('{}', 'no plugins.json')
}

export function parsePluginList(text: string, source: string): PluginList {
  const errors: ParseError[] = []
  const value: unknown = parse(text.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true })
  const problems = errors.map(error => problem(source, `${position(text, error.offset)}: ${printParseErrorCode(error.error)}`))
  const parsed = problems.length > 0 ? null : listSchema.safeParse(value)
  if (!parsed?.success) throw new CompositionError([...problems, ...(parsed?.error.issues ?? []).map(issue => problem(source, `${issue.path.join('.') || 'the file'}: ${issue.message}`))])
  const { server, client, settings } = parsed.data
  const repeated = server.filter(({ name }, i) => server.findIndex(other => other.name === name) !== i)
  if (repeated.length > 0) throw new CompositionError(repeated.map(({ name }) => problem(source, `server: ${name} is listed twice`)))
  return { source, server, client, settingsOf: name => settings[name] ?? { onFailure: 'abort', allow: [], config: {} } }
}

function problem(source: string, message: string): Problem {
  return { code: 'PLUGIN_LIST_INVALID', owners: [], message: `${source}: ${message}` }
}

function position(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n')
  return `line ${before.length}, column ${before.at(-1)!.length + 1}`
}

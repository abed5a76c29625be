import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { exports as readExports } from 'resolve.exports'
import { packageOf } from './locate.ts'
import type { PluginEntry, PluginList } from './plugin-list.ts'
import { filesOf, findEntry } from './plugin-state.ts'
import type { Problem } from './problem.ts'

/** The part of a plugin that runs in browsers, before it is built. */
export interface ClientPart {
  readonly plugin: string
  readonly version: string | null
  /** The module whose default export is the part. */
  readonly entry: string
  /** A hash of the files of the part. */
  readonly hash: string
}

const ENTRIES = ['index.tsx', 'index.ts', 'index.jsx', 'index.js']

/** Finds the client part of each plugin that the list names under `client`, without running code of the plugins. */
export function findClientParts(
  root: string,
  { client, source }: PluginList,
): { readonly parts: readonly ClientPart[]; readonly problems: readonly Problem[] } {
  const problems: Problem[] = []
  const parts = client.flatMap((entry): ClientPart[] => {
    const { directory, version } = findEntry(root, entry)
    const part = directory === null ? null : clientPartIn(directory)
    if (part) return [{ ...part, version, plugin: packageOf(directory ?? '')?.name ?? entry.name }]
    problems.push(directory === null ? missing(entry, source) : withoutClient(entry, { source, directory }))
    return []
  })
  return { parts, problems }
}

/** The client part in the folder of a plugin; `null` when there is none. */
export function clientPartIn(directory: string): Pick<ClientPart, 'entry' | 'hash'> | null {
  const source = ENTRIES.map(file => join(directory, 'client', file)).find(existsSync)
  const entry = source ?? exportedClient(directory)
  if (!entry) return null
  const folder = dirname(entry)
  const hash = createHash('sha256')
  for (const file of filesOf(folder)) hash.update(`${file}\n`).update(readFileSync(join(folder, file)))
  return { entry, hash: hash.digest('hex').slice(0, 16) }
}

/** A package may have its part compiled already, as the export `./client`. */
function exportedClient(directory: string): string | null {
  const file = packageOf(directory)
  if (!file || typeof file.exports !== 'object' || file.exports === null || !('./client' in file.exports)) return null
  const [path] = readExports({ name: '', ...file } as never, './client', { browser: true }) ?? []
  return path !== undefined && existsSync(join(directory, path)) ? join(directory, path) : null
}

function missing({ name, range }: PluginEntry, source: string): Problem {
  return {
    code: 'PLUGIN_NOT_FOUND',
    plugins: [{ name }],
    message: `${source}: ${name} is listed under client, and is neither a folder under plugins/ nor installed`,
    fix: range === null ? `correct the name, or add a folder plugins/${name}` : 'run platform plugins reconcile',
  }
}

function withoutClient(
  { name }: PluginEntry,
  { source, directory }: { readonly source: string; readonly directory: string },
): Problem {
  return {
    code: 'PLUGIN_CLIENT_MISSING',
    plugins: [{ name, origin: directory }],
    message: `${source}: ${name} is listed under client, and has no client/index.tsx, .ts, .jsx or .js`,
    fix: `add that file, or remove ${name} from "client"`,
  }
}

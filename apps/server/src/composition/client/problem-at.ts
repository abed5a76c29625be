import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { ListedPart } from '@platform/client-sdk'
import { type Problem, referenceTo } from '@platform/plugin-host'

/** The modules of client parts by plugin, where they are known: the release has its own parts without them. */
export type PartSources = ReadonlyMap<string, string>

interface About {
  readonly code: string
  /** The keys that lead to the place in the part: `slots.stream.fragments.asset`. */
  readonly at: string
  readonly message: string
  readonly sources: PartSources
  /** Whether the part asks the graph for something, which its server part may have. */
  readonly isAsking?: boolean
}

/** A problem of a client part, with the file and the line of its place. */
export function problemAt(
  { plugin, version }: ListedPart,
  { code, at, message, sources, isAsking = false }: About,
): Problem {
  return {
    code,
    plugins: [placeIn({ plugin, version }, at, sources)],
    hook: 'client',
    ...(at === '' ? {} : { at }),
    message,
    fix: isAsking
      ? `correct the part, list ${plugin} under "server" too if it has a part there, or remove it from "client" in plugins.json`
      : `correct the part, or remove ${plugin} from "client" in plugins.json`,
  }
}

/** A client part in a message, with the file and the line of a place in it. */
export function placeIn({ plugin, version }: Omit<ListedPart, 'part'>, at: string, sources: PartSources) {
  const entry = sources.get(plugin)
  return referenceTo({ name: plugin, version, ...(entry ? { origin: lineOf(entry, at) } : {}) })
}

/** Where the keys of a place follow each other in a module; the last of them that is found says the line. */
function lineOf(entry: string, at: string): string {
  const file = relative(process.cwd(), entry)
  if (!existsSync(entry)) return file
  const source = readFileSync(entry, 'utf8')
  let end = 0
  for (const key of at.split('.')) {
    const found = key === '' ? -1 : source.slice(end).search(wordOf(key))
    if (found < 0) break
    end += found + key.length
  }
  return `${file}:${source.slice(0, end).split('\n').length}`
}

const wordOf = (key: string) => new RegExp(`(?<![\\w$])${key.replace(/\W/g, '\\$&')}(?![\\w$])`)

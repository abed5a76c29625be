import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PluginNames } from './names.ts'

const TEMPLATE = fileURLToPath(new URL('../template', import.meta.url))

/** The parts of the template to write. */
export interface Parts {
  readonly client: boolean
  readonly server: boolean
  /** Whether the plugin has its own repository, with all files for publishing. */
  readonly standalone: boolean
}

/** A file to write: its path from the plugin's folder, and its text. */
export interface TemplateFile {
  readonly path: string
  readonly text: string
}

/** Returns the template's files, with the names filled in. */
export function fillTemplate(names: PluginNames & { readonly description: string }, parts: Parts): TemplateFile[] {
  const fill = (text: string) =>
    text.replace(
      /__(NAME|SHORT|CAMEL|PASCAL|TITLE|ENV|DESCRIPTION)__/g,
      (_all, key: string) => names[key.toLowerCase() as keyof typeof names],
    )
  const found = readdirSync(TEMPLATE, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => ({ source: join(entry.parentPath, entry.name), path: pathOf(join(entry.parentPath, entry.name)) }))
  const isOfClientOnly = ({ path }: { readonly path: string }) => path.startsWith(CLIENT_ONLY)
  const usual = found.filter(file => !isOfClientOnly(file) && isWanted(file.path, parts))
  const instead = parts.server
    ? []
    : found.filter(isOfClientOnly).map(({ source, path }) => ({ source, path: path.slice(CLIENT_ONLY.length) }))
  const wanted = new Map([...usual, ...instead].map(({ source, path }) => [path, source]))
  return [...wanted].map(([path, source]) => ({
    path: fill(path),
    text: fill(withParts(readFileSync(source, 'utf8'), parts)),
  }))
}

/** The folder of the files that a plugin without a part for the server has, in place of others or besides them. */
const CLIENT_ONLY = 'client-only/'
/** The files of the part for the server. */
const OF_SERVER = /^(?:server\/|test\/__SHORT__\.test\.ts$|tsconfig\.build\.json$)/

/**
 * Maps a file of the template to its written path. Package managers omit or rename files whose names begin with a dot,
 * so in the template they begin with `_`. A file `package.json` would make the template a package, so it is
 * `package.template.json`.
 */
function pathOf(source: string): string {
  return relative(TEMPLATE, source)
    .split(sep)
    .map(part => part.replace(/^_(?!_)/, '.').replace(/^package\.template\.json$/, 'package.json'))
    .join('/')
}

function isWanted(path: string, { client, server, standalone }: Parts): boolean {
  if (OF_SERVER.test(path)) return server
  if (path.startsWith('client/') || path === 'test/client.test.ts') return client
  return standalone || !(path.startsWith('.') || path === 'vitest.config.ts')
}

/** Removes the text between `<!-- part -->` and `<!-- /part -->`, or only the marks of a part that is written. */
function withParts(text: string, parts: Parts): string {
  return Object.entries(parts).reduce(
    (left, [part, wanted]) =>
      left.replace(new RegExp(`<!-- ${part} -->\\n([^]*?)<!-- /${part} -->\\n`, 'g'), wanted ? '$1' : ''),
    text,
  )
}

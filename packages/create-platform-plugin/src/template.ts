import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PluginNames } from './names.ts'

const TEMPLATE = fileURLToPath(new URL('../template', import.meta.url))

/** What decides which parts of the template are written. */
export interface Parts {
  readonly client: boolean
  /** A repository of its own, with what it needs to publish by itself. */
  readonly standalone: boolean
}

/** A file to write: its path from the plugin's folder, and its text. */
export interface TemplateFile {
  readonly path: string
  readonly text: string
}

/** The template's files with the names filled in. */
export function fillTemplate(names: PluginNames & { readonly description: string }, parts: Parts): TemplateFile[] {
  const fill = (text: string) =>
    text.replace(
      /__(NAME|SHORT|CAMEL|PASCAL|TITLE|ENV|DESCRIPTION)__/g,
      (_all, key: string) => names[key.toLowerCase() as keyof typeof names],
    )
  return readdirSync(TEMPLATE, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => ({ source: join(entry.parentPath, entry.name), path: pathOf(join(entry.parentPath, entry.name)) }))
    .filter(({ path }) => isWanted(path, parts))
    .map(({ source, path }) => ({ path: fill(path), text: fill(withParts(readFileSync(source, 'utf8'), parts)) }))
}

/**
 * Package managers leave out, or rename, files whose names begin with a dot; here they begin with `_`. A file called
 * `package.json` would make the template look like a package inside this one; here it is `package.template.json`.
 */
function pathOf(source: string): string {
  return relative(TEMPLATE, source)
    .split(sep)
    .map(part => part.replace(/^_(?!_)/, '.').replace(/^package\.template\.json$/, 'package.json'))
    .join('/')
}

function isWanted(path: string, { client, standalone }: Parts): boolean {
  if (path.startsWith('client/')) return client
  return standalone || !(path.startsWith('.') || path === 'vitest.config.ts')
}

/** Leaves out what stands between `<!-- part -->` and `<!-- /part -->`, or only the marks. */
function withParts(text: string, parts: Parts): string {
  return Object.entries(parts).reduce(
    (left, [part, wanted]) =>
      left.replace(new RegExp(`<!-- ${part} -->\\n([^]*?)<!-- /${part} -->\\n`, 'g'), wanted ? '$1' : ''),
    text,
  )
}

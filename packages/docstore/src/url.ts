import { existsSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { DocstoreError } from './errors.ts'
import { fileOf } from './sqlite/file.ts'

/**
 * A parsed `PLATFORM_DOCSTORE_URL`.
 *
 * @example
 * const { kind }: DocstoreUrl = parseDocstoreUrl('sqlite:./data/platform.db') // 'sqlite'
 */
export type DocstoreUrl =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'mongodb'; readonly url: string }

/**
 * Reads a document store URL: `sqlite:<path>`, `mongodb://...` or `mongodb+srv://...`.
 *
 * @throws DocstoreError `DOCSTORE_URL_INVALID`
 * @example
 * parseDocstoreUrl('sqlite:./data/platform.db') // { kind: 'sqlite', path: './data/platform.db' }
 */
export function parseDocstoreUrl(url: string): DocstoreUrl {
  if (/^mongodb(\+srv)?:\/\/./.test(url)) return { kind: 'mongodb', url }
  const path = /^sqlite:(?:\/\/)?(.+)$/s.exec(url)?.[1]
  if (path === ':memory:')
    throw new DocstoreError(
      'DOCSTORE_URL_INVALID',
      'The embedded store is a file, because several connections read it: give it a path, as in ' +
        'sqlite:./data/platform.db, or one on a disk in memory',
    )
  if (path !== undefined && !path.includes('\0')) return { kind: 'sqlite', path }
  throw new DocstoreError(
    'DOCSTORE_URL_INVALID',
    `The document store URL ${JSON.stringify(redactUrl(url))} is none of sqlite:<path>, mongodb://<host>/<database>, ` +
      'mongodb+srv://<host>/<database>',
  )
}

/**
 * The file of an embedded store, which is the same for every path that leads to it; `null` for MongoDB.
 *
 * @throws DocstoreError `DOCSTORE_URL_INVALID`
 * @example
 * docstoreFile('sqlite:./data/platform.db') // '/srv/site/data/platform.db'
 */
export function docstoreFile(url: string): string | null {
  const parsed = parseDocstoreUrl(url)
  if (parsed.kind !== 'sqlite') return null
  return existsSync(parsed.path) ? realpathSync(parsed.path) : resolve(fileOf(parsed.path))
}

/**
 * Masks the credentials of a URL, for logs and errors.
 *
 * @example
 * redactUrl('mongodb://app:secret@db.example/platform') // 'mongodb://***@db.example/platform'
 */
export function redactUrl(url: string): string {
  return url
    .replace(/^([a-z][a-z0-9+.-]*:\/\/).*@/is, '$1***@')
    .replace(/([?&][^=&]*(?:password|passphrase|token|secret|properties)[^=&]*=)[^&]*/gi, '$1***')
}

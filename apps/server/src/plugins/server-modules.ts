import { existsSync, readFileSync } from 'node:fs'
import { dirname, extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** This server's files, as they run: built, or the sources. */
export const SERVER_FILES = dirname(dirname(fileURLToPath(import.meta.url)))
const PACKAGE = dirname(SERVER_FILES)
const EXTENSIONS = extname(fileURLToPath(import.meta.url)) === '.ts' ? ['.ts', '.tsx'] : ['.js']
const NAME = '@platform/server'

/**
 * The path a plugin gives for a module, from the folder with the server's modules: `services/users` for that, for
 * `@platform/server/services/users`, and for `apps/server/src/services/users`, which is its path in the repository.
 */
export function pathInServer(wanted: string): string {
  if (wanted === NAME) return 'index'
  const path = wanted.startsWith(`${NAME}/`) ? wanted.slice(NAME.length + 1) : wanted
  return path
    .replace(/^apps\/server\//, '')
    .replace(/^(?:src|dist)\//, '')
    .replace(/\.[jt]sx?$/, '')
}

/** The file of one of the server's modules, by its path from the folder with all of them; `null` when there is none. */
export function serverFile(path: string): string | null {
  if (!/^[a-z][a-z0-9_/-]*$/i.test(path)) return null
  // What plugins imported from older servers is under `compat`.
  const places = [join(SERVER_FILES, 'compat', path), join(SERVER_FILES, path)]
  const files = [...places, ...places.map(place => join(place, 'index'))]
  return files.flatMap(file => EXTENSIONS.map(extension => file + extension)).find(file => existsSync(file)) ?? null
}

/** The path of a module from the folder with the server's modules, of a file in `src` or `dist`; `null` for any other file. */
export function moduleOfFile(file: string): string | null {
  const [folder, ...rest] = relative(PACKAGE, file).split(sep)
  return folder === 'src' || folder === 'dist' ? pathInServer(rest.join('/')) : null
}

let promised: ReadonlySet<string> | undefined

/** Whether the server's package.json lists a module, so that its path is kept. */
export function isPromised(path: string): boolean {
  promised ??= readPromised()
  return promised.has(path)
}

function readPromised(): ReadonlySet<string> {
  const { exports } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { exports: object }
  return new Set(Object.keys(exports).map(subpath => subpath.replace(/^\.\//, '')))
}

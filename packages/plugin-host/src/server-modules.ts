import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

/** The modules of the server, which older plugins import by path. */
export interface ServerModules {
  /** The folder of the modules, built or as sources. The package.json of the server is beside the folder. */
  readonly directory: string
  /** `.js` of built modules, `.ts` of sources. */
  readonly extension: string
}

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
export function serverFile(path: string, { directory, extension }: ServerModules): string | null {
  if (!/^[a-z][a-z0-9_/-]*$/i.test(path)) return null
  // Modules that plugins imported from older servers are under `compat`.
  const places = [join(directory, 'compat', path), join(directory, path)]
  const files = [...places, ...places.map(place => join(place, 'index'))]
  const extensions = extension === '.ts' ? ['.ts', '.tsx'] : [extension]
  return files.flatMap(file => extensions.map(ending => file + ending)).find(file => existsSync(file)) ?? null
}

/** The path of a module in `src` or `dist`, from that folder; `null` for any other file. */
export function moduleOfFile(file: string, { directory }: ServerModules): string | null {
  const [folder, ...rest] = relative(dirname(directory), file).split(sep)
  return folder === 'src' || folder === 'dist' ? pathInServer(rest.join('/')) : null
}

/** Folder of a server's modules → the modules that its package.json lists. */
const promised = new Map<string, ReadonlySet<string>>()

/** Whether the server's package.json lists a module, so that its path is kept. */
export function isPromised(path: string, { directory }: ServerModules): boolean {
  const known = promised.get(directory) ?? readPromised(directory)
  promised.set(directory, known)
  return known.has(path)
}

function readPromised(directory: string): ReadonlySet<string> {
  const text = readFileSync(join(dirname(directory), 'package.json'), 'utf8')
  const { exports } = JSON.parse(text) as { exports: object }
  return new Set(Object.keys(exports).map(subpath => subpath.replace(/^\.\//, '')))
}

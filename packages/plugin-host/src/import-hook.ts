import { existsSync, realpathSync } from 'node:fs'
import { type ResolveFnOutput, registerHooks } from 'node:module'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { moduleOfFile, pathInServer, type ServerModules, serverFile } from './server-modules.ts'

const SDK = '@platform/plugin-sdk'
const SERVER = /^@platform\/server(?:\/|$)/

/** Projects by their root, and the server that each uses. */
const projects = new Map<string, ServerModules>()

/**
 * Lets plugins import every module of the server, whether its package.json lists it or not: all of them by
 * `@platform/server/…`, and files under `<root>/plugins` also by a path from the project's root, bare or relative:
 * `services/users`, `../../services/users`, `apps/server/src/services/users`. Such files find `@platform/plugin-sdk`
 * where it is not installed, too. What Node finds by itself goes first.
 */
export function letPluginsImport(root: string, server: ServerModules): void {
  if (projects.size === 0) register()
  projects.set(existsSync(root) ? realpathSync(root) : resolve(root), server)
}

interface Importer {
  readonly file: string
  /** The project under whose `plugins` the file is; `null` for a file anywhere else. */
  readonly root: string | null
  readonly server: ServerModules
}

function register(): void {
  const sdk = import.meta.resolve(SDK)
  registerHooks({
    resolve(specifier, context, next) {
      const importer = importerOf(context.parentURL)
      if (importer === null || (importer.root === null && !SERVER.test(specifier))) return next(specifier, context)
      try {
        return asItRuns(next(specifier, context), importer)
      } catch (error) {
        if (specifier === SDK) return { url: sdk, shortCircuit: true }
        const file = serverFile(wantedOf(specifier, importer), importer.server)
        if (file !== null) return { url: pathToFileURL(file).href, shortCircuit: true }
        throw SERVER.test(specifier) ? notFound(specifier, importer, error) : error
      }
    },
  })
}

/** A file outside of all projects, such as one of an installed package, gets the server of the latest project. */
function importerOf(parentURL: string | undefined): Importer | null {
  if (!parentURL?.startsWith('file:')) return null
  const file = fileURLToPath(parentURL)
  const known = [...projects]
  const [root, server] = known.find(([candidate]) => file.startsWith(join(candidate, 'plugins') + sep)) ?? [
    null,
    known.at(-1)?.[1],
  ]
  return server === undefined ? null : { file, root, server }
}

/** In the repository there are two files of a module, source and built: the one that runs must not be loaded beside the other. */
function asItRuns(found: ResolveFnOutput, { server }: Importer): ResolveFnOutput {
  const module = found.url.startsWith('file:') ? moduleOfFile(fileURLToPath(found.url), server) : null
  const file = module === null ? null : serverFile(module, server)
  return file === null ? found : { url: pathToFileURL(file).href, shortCircuit: true }
}

/** The path of the server's module that a plugin means. */
function wantedOf(specifier: string, { file, root }: Importer): string {
  if (root === null || !/^\.\.?\//.test(specifier)) return pathInServer(specifier)
  return pathInServer(relative(root, resolve(dirname(file), specifier)).replaceAll(sep, '/'))
}

/** Node says of a module that does not exist only that package.json does not list it, which is not what matters here. */
function notFound(specifier: string, { file }: Importer, cause: unknown): Error {
  const message = `Cannot find module '${specifier}' imported from ${file}`
  return Object.assign(new Error(message, { cause }), { code: 'ERR_MODULE_NOT_FOUND' })
}

import { existsSync, realpathSync } from 'node:fs'
import { type ResolveFnOutput, registerHooks } from 'node:module'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { moduleOfFile, pathInServer, type ServerModules, serverFile } from './server-modules.ts'

const SDK = '@platform/plugin-sdk'
const SERVER = /^@platform\/server(?:\/|$)/

interface Project {
  /** The server that it uses. */
  readonly server: ServerModules
  /** The address of the folder `plugins`, with a slash at its end. */
  readonly plugins: string
}

/** The projects by their roots. */
const projects = new Map<string, Project>()

/**
 * Lets plugins import every module of the server, whether its package.json lists it or not: all of them by
 * `@platform/server/…`, and files under `<root>/plugins` also by a path from the project's root, bare or relative:
 * `services/users`, `../../services/users`, `apps/server/src/services/users`. Such files find `@platform/plugin-sdk`
 * where it is not installed, too. A module that Node finds without this hook is used first.
 */
export function letPluginsImport(root: string, server: ServerModules): void {
  if (projects.size === 0) register()
  const real = existsSync(root) ? realpathSync(root) : resolve(root)
  projects.set(real, { server, plugins: pathToFileURL(join(real, 'plugins') + sep).href })
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
      const importer = importerOf(specifier, context.parentURL)
      if (importer === null) return next(specifier, context)
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

/**
 * The file that imports; `null` for an import that this hook is not for, as nearly all of a start are. A file outside
 * of all projects, such as one of an installed package, gets the latest server.
 */
function importerOf(specifier: string, parentURL: string | undefined): Importer | null {
  if (!parentURL?.startsWith('file:')) return null
  const known = [...projects]
  const [root, project] = known.find(([, { plugins }]) => parentURL.startsWith(plugins)) ?? [null, known.at(-1)?.[1]]
  if (project === undefined || (root === null && !SERVER.test(specifier))) return null
  return { file: fileURLToPath(parentURL), root, server: project.server }
}

/**
 * The file of a module that this process runs. In the repository a module has two files, the source and the built one,
 * and must not be loaded twice.
 */
function asItRuns(found: ResolveFnOutput, { server }: Importer): ResolveFnOutput {
  const module = found.url.startsWith('file:') ? moduleOfFile(fileURLToPath(found.url), server) : null
  const file = module === null ? null : serverFile(module, server)
  return file === null ? found : { url: pathToFileURL(file).href, shortCircuit: true }
}

/** The path of the server's module that a specifier means. */
function wantedOf(specifier: string, { file, root }: Importer): string {
  if (root === null || !/^\.\.?\//.test(specifier)) return pathInServer(specifier)
  return pathInServer(relative(root, resolve(dirname(file), specifier)).replaceAll(sep, '/'))
}

/** The error for a module that does not exist. Node's own says only that package.json does not list the module. */
function notFound(specifier: string, { file }: Importer, cause: unknown): Error {
  const message = `Cannot find module '${specifier}' imported from ${file}`
  return Object.assign(new Error(message, { cause }), { code: 'ERR_MODULE_NOT_FOUND' })
}

import { existsSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { nearestName } from '@platform/plugin-sdk'
import { filesOf } from './plugin-state.ts'
import { isPromised, pathInServer, type ServerModules, serverFile } from './server-modules.ts'

/** An import of one of the server's modules in a file of a plugin. */
export interface InternalImport {
  /** From the project's root. */
  readonly file: string
  readonly line: number
  readonly specifier: string
  /** The module or part to use instead. */
  readonly replacement: string
}

const SOURCE = /\.[cm]?[jt]sx?$/
const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)(['"])([^'"\n]+)\1/g

/** The advice about a module whose path is not promised. */
const PUBLIC = '@platform/plugin-sdk, context.loaders and context.mutators: nothing promises that this module stays'

/** Module of the server → what the SDK offers instead. */
const IN_SDK: Readonly<Record<string, string>> = {
  'middleware/authorization': 'needed of @platform/plugin-sdk',
  errors: 'the errors of @platform/plugin-sdk',
  'plugin-api/beta/server': 'defineReaction of @platform/plugin-sdk',
  'perms/utils': 'context.hasRole(...roles)',
  'perms/constants': "context.can('PERMISSION')",
}

/** Module of older servers that this one does not have → what to use instead. */
const GONE: Readonly<Record<string, string>> = {
  'services/cache': 'a loader, which is made once a request',
  'services/kue': 'init, or a queue of your own',
  'services/mongoose': '@platform/server/models/*',
  'services/wordlist': 'the hook moderation',
  'services/moderation': 'the hook moderation',
  'services/assets': 'context.loaders.Assets, context.mutators.Asset',
  'services/comments': 'context.loaders.Comments, context.mutators.Comment',
  'services/actions': 'context.mutators.Action',
  'services/tags': 'context.mutators.Tag',
  'services/tokens': 'context.mutators.Token',
  'services/scraper': 'the mutation scrapeAsset',
  'services/domain_list': 'context.loaders.Settings',
  graph: 'context.graphql, or the hooks',
  views: 'pages of your own',
}

/** The advice about a module that only older servers had; `null` for any other module. */
export function replacementFor(
  specifier: string,
  { root, importer, server: { directory: server } }: { root: string; importer: string; server: ServerModules },
): string | null {
  const path = /^[./]/.test(specifier) ? resolve(dirname(importer), specifier) : null
  // An installed server may be found by another path than the one by which this file was found.
  const installed = /@platform[\\/]server[\\/](?:dist|src)[\\/](.+)$/.exec(path ?? '')?.[1]
  const wanted =
    installed ?? (path === null ? specifier : relative(path.startsWith(server + sep) ? server : root, path))
  const module = wanted.replace(/^@platform\/server\/|^compat\//, '').replace(/(?:\/index)?(?:\.[jt]s)?$/, '')
  const [folder = '', file = ''] = module.split('/')
  return GONE[module] ?? GONE[folder] ?? GONE[`${folder}/${file}`] ?? null
}

/** The advice about an import of an unknown module in a known folder of the server; `null` for any other import. */
export function unknownServerModule(specifier: string, { directory: server }: ServerModules): string | null {
  const [folder = '', ...rest] = specifier.replace(/^@platform\/server\//, '').split('/')
  const directory = [join(server, folder), join(server, 'compat', folder)].find(candidate => existsSync(candidate))
  if (rest.length === 0 || !/^[a-z-]+$/.test(folder) || directory === undefined) return null
  const known = filesOf(directory)
    .filter(file => /\.[jt]s$/.test(file) && !file.endsWith('.d.ts'))
    .map(file => `${folder}/${file.replace(/\.[jt]s$/, '')}`)
  const near = nearestName([folder, ...rest].join('/'), known)
  return near
    ? `did you mean @platform/server/${near}?`
    : 'plugins use @platform/plugin-sdk, context.loaders and context.mutators'
}

/** Finds a plugin's imports of server modules by path. They work, but nothing promises that the paths stay. */
export function findInternalImports(root: string, directory: string, server: ServerModules): InternalImport[] {
  return filesOf(directory)
    .filter(file => SOURCE.test(file))
    .flatMap(file => {
      const path = join(directory, file)
      const text = readFileSync(path, 'utf8')
      return [...text.matchAll(IMPORT)].flatMap(match => {
        const [, , specifier = ''] = match
        const module = serverModule(specifier, { root, directory, path, server })
        return module === null
          ? []
          : [
              {
                file: relative(root, path),
                line: text.slice(0, match.index).split('\n').length,
                specifier,
                replacement: IN_SDK[module] ?? (isPromised(module, server) ? `@platform/server/${module}` : PUBLIC),
              },
            ]
      })
    })
}

/** The server's module that a specifier means: `services/users`, for that and for `../../services/users`. */
function serverModule(
  specifier: string,
  { root, directory, path, server }: { root: string; directory: string; path: string; server: ServerModules },
): string | null {
  const target = specifier.startsWith('.') ? resolve(dirname(path), specifier) : null
  if (target?.startsWith(directory) || specifier === '@platform/server' || isBuiltin(specifier)) return null
  const wanted = target === null ? specifier : relative(root, target).replaceAll(sep, '/')
  const module = pathInServer(wanted)
  // A promised module, imported by the server's name, is named only when the SDK offers the same.
  if (specifier.startsWith('@platform/server/')) {
    if (isPromised(module, server) && !(module in IN_SDK)) return null
  } else if (target === null && existsSync(join(root, 'node_modules', wanted.replace(/\/.*/, '')))) return null
  return serverFile(module, server) === null ? null : module
}

import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { dirname, extname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** This server's files, as they run: built, or the sources. */
const server = dirname(dirname(fileURLToPath(import.meta.url)))
const extension = extname(fileURLToPath(import.meta.url))

const roots = new Set<string>()

/**
 * Lets files under `<root>/plugins` import the server's files by their path from the project's root:
 * `services/users`, or `../../services/users`; and `@platform/plugin-sdk` and `@platform/server/…` where they are not
 * installed beside the plugin. What Node finds by itself goes first.
 */
export function letPluginsImport(root: string): void {
  if (roots.size === 0) register()
  roots.add(resolve(root))
}

const SDK = '@platform/plugin-sdk'

function register(): void {
  const sdk = import.meta.resolve(SDK)
  registerHooks({
    resolve(specifier, context, next) {
      const root = context.parentURL?.startsWith('file:') ? rootOf(fileURLToPath(context.parentURL)) : null
      if (root === null) return next(specifier, context)
      try {
        return next(specifier, context)
      } catch (error) {
        if (specifier === SDK) return { url: sdk, shortCircuit: true }
        const file = serverFile(specifier.replace(/^@platform\/server\//, ''), {
          root,
          parent: fileURLToPath(context.parentURL!),
        })
        if (file === null) throw error
        return { url: pathToFileURL(file).href, shortCircuit: true }
      }
    },
  })
}

function rootOf(file: string): string | null {
  return [...roots].find(root => file.startsWith(join(root, 'plugins') + sep)) ?? null
}

/** The server's file a plugin means, if there is one. */
function serverFile(specifier: string, { root, parent }: { root: string; parent: string }): string | null {
  const wanted = /^\.\.?\//.test(specifier) ? relative(root, resolve(dirname(parent), specifier)) : specifier
  if (!/^[a-z][a-z0-9_/-]*(\.[jt]s)?$/i.test(wanted)) return null
  const path = wanted.replace(/\.[jt]s$/, '') + extension
  // Modules that moved keep their old paths under `compat`.
  return [join(server, path), join(server, 'compat', path)].find(file => existsSync(file)) ?? null
}

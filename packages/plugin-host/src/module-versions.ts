import { createRequire, registerHooks } from 'node:module'
import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isAskedBy } from './conditions.ts'

const require = createRequire(import.meta.url)

/** Folder → the number that its modules are loaded under; a module with a new number is loaded anew. */
const versions = new Map<string, number>()
/** Folder → the folders with modules that import from it. */
const importers = new Map<string, Set<string>>()

/**
 * From now on the modules of a folder can be loaded again, by {@link forgetModules}. Modules below its `node_modules`
 * are loaded once, as everywhere.
 *
 * @param directory - the real path of a plugin's folder.
 */
export function followModules(directory: string): void {
  if (versions.size === 0) register()
  if (!versions.has(directory)) versions.set(directory, 0)
}

/**
 * Forgets the modules of a followed folder, and those of the folders that import from it, so that the next import loads
 * them again. Node keeps the old ES modules in memory until the process ends.
 *
 * @returns the folders whose modules were forgotten.
 */
export function forgetModules(directory: string): readonly string[] {
  const affected = withImporters(directory)
  for (const folder of affected) versions.set(folder, (versions.get(folder) ?? 0) + 1)
  for (const file of Object.keys(require.cache)) {
    const folder = folderOf(file)
    if (folder !== null && affected.includes(folder)) delete require.cache[file]
  }
  return affected
}

function withImporters(directory: string, found: string[] = []): string[] {
  found.push(directory)
  for (const importer of importers.get(directory) ?? []) if (!found.includes(importer)) withImporters(importer, found)
  return found
}

function register(): void {
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context)
      const folder = resolved.url.startsWith('file:') ? folderOf(fileURLToPath(resolved.url)) : null
      if (folder === null) return resolved
      note(folder, context.parentURL)
      const version = versions.get(folder)
      if (!version || isAskedBy('require', context)) return resolved
      const url = new URL(resolved.url)
      url.searchParams.set('version', String(version))
      return { ...resolved, url: url.href }
    },
  })
}

function note(folder: string, parentURL: string | undefined): void {
  const importer = parentURL?.startsWith('file:') ? folderOf(fileURLToPath(parentURL)) : null
  if (importer === null || importer === folder) return
  const known = importers.get(folder) ?? new Set()
  importers.set(folder, known.add(importer))
}

/** The followed folder that a file is in; `null` for files elsewhere and for installed packages. */
function folderOf(file: string): string | null {
  for (const folder of versions.keys()) {
    if (!file.startsWith(folder + sep)) continue
    return file.slice(folder.length).includes(`${sep}node_modules${sep}`) ? null : folder
  }
  return null
}

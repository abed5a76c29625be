import { posix } from 'node:path'
import { exports as readExports } from 'resolve.exports'

const OPTIONS = { unsafe: true, conditions: ['@platform/source', 'import', 'node'] }

/** Reads the path below a package's folder that a specifier stands for, by the package's `exports`. */
function readTarget(manifest, specifier) {
  try {
    return readExports(manifest, specifier, OPTIONS)?.[0]
  } catch {
    // The package does not export the path. The type checker reports it.
    return undefined
  }
}

/**
 * Names the tracked source that an import stands for, or nothing when the import stands for no tracked source.
 *
 * @param {{ path: string, specifier: string, packages: { folder: string, manifest: { name: string } }[],
 *   known: Set<string> }} given `path` is the importing source; `known` holds the paths of all tracked sources
 */
export function resolveImport({ path, specifier, packages, known }) {
  const candidate = specifier.startsWith('.')
    ? posix.join(posix.dirname(path), specifier)
    : resolvePackage(packages, specifier)
  return candidate !== undefined && known.has(candidate) ? candidate : undefined
}

function resolvePackage(packages, specifier) {
  const found = packages.find(({ manifest: { name } }) => specifier === name || specifier.startsWith(`${name}/`))
  const target = found && readTarget(found.manifest, specifier)
  return target && posix.join(found.folder, target)
}

import root from './package.json' with { type: 'json' }

/** What `exports` answers inside this workspace only: the TypeScript sources, which are in no tarball. */
const SOURCE = '@platform/source'

export const hooks = {
  /** What is published of a package.json: nothing that serves only those who work in this repository. */
  beforePacking({ devDependencies: _devDependencies, scripts: _scripts, imports: _imports, ...manifest }) {
    return {
      ...manifest,
      ...(manifest.repository && { repository: { ...manifest.repository, ...hostOf(root.repository) } }),
      ...(manifest.exports && { exports: withoutSource(manifest.exports) }),
    }
  },
}

/** The address of the repository is said once, in the root's package.json, as soon as the repository has one. */
function hostOf(repository) {
  return repository?.url ? { url: repository.url } : {}
}

function withoutSource(exports) {
  if (typeof exports !== 'object' || exports === null) return exports
  return Object.fromEntries(
    Object.entries(exports)
      .filter(([key]) => key !== SOURCE)
      .map(([key, value]) => [key, withoutSource(value)]),
  )
}

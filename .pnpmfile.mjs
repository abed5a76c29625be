import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import root from './package.json' with { type: 'json' }

/** What `exports` answers inside this workspace only: the TypeScript sources, which are in no tarball. */
const SOURCE = '@platform/source'

/** These install by `scripts/install.js` what a server needs. Every other command has everything installed first. */
const INSTALLS_ITSELF = ['start', 'platform']

export const hooks = {
  /** Keeps pnpm from installing everything before a server starts. */
  updateConfig: config =>
    INSTALLS_ITSELF.includes(scriptThatRuns()) ? { ...config, verifyDepsBeforeRun: false } : config,

  /**
   * What is published of a package.json: nothing that serves only those who work in this repository, and no library
   * whose modules are in the package's own.
   */
  beforePacking({ devDependencies: _devDependencies, scripts: _scripts, imports: _imports, ...manifest }) {
    const inlined = manifest.inlinedDependencies ?? []
    return {
      ...manifest,
      ...(inlined.length > 0 && { dependencies: without(inlined, manifest.dependencies) }),
      ...(manifest.repository && { repository: { ...manifest.repository, ...hostOf(root.repository) } }),
      ...(manifest.exports && { exports: withoutSource(manifest.exports) }),
    }
  },
}

/** The address of the repository is said once, in the root's package.json, as soon as the repository has one. */
function hostOf(repository) {
  return repository?.url ? { url: repository.url } : {}
}

const without = (names, dependencies) =>
  Object.fromEntries(Object.entries(dependencies).filter(([name]) => !names.includes(name)))

function withoutSource(exports) {
  if (typeof exports !== 'object' || exports === null) return exports
  return Object.fromEntries(
    Object.entries(exports)
      .filter(([key]) => key !== SOURCE)
      .map(([key, value]) => [key, withoutSource(value)]),
  )
}

/** The script that pnpm was asked to run. It doesn't tell its hooks, so the system is asked for its arguments. */
function scriptThatRuns() {
  const [, ...args] = argumentsOf(process.ppid)
  return args.filter(one => !one.startsWith('-') && !['run', 'run-script'].includes(one))[0]
}

function argumentsOf(id) {
  const listed = `/proc/${id}/cmdline`
  if (existsSync(listed)) return readFileSync(listed, 'utf8').split('\0')
  return String(spawnSync('ps', ['-o', 'args=', '-p', id], { encoding: 'utf8' }).stdout ?? '').split(/\s+/)
}

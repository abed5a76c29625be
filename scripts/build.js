// Builds the packages whose sources changed, and prints nothing unless a build fails. `start` and the commands run it
// first.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isBundled, removeStaleBundles } from './build/bundled.js'
import { packagesWithBuild } from './build/packages.js'

/** What the compiler writes for one source: a module and its declarations, each with a map. */
const OUTPUT = /\.(?:js|d\.ts)(?:\.map)?$/
const DECLARATION = /\.d\.ts(?:\.map)?$/
const SOURCES = ['.ts', '.tsx']

/**
 * Removes what an earlier build wrote for sources that have been deleted or renamed since. The compiler does not remove
 * these files, and they would be packed and published with the others.
 *
 * @param {string} root folder of the repository
 */
export function removeStaleOutputs(root) {
  for (const pkg of packagesWithBuild(root)) {
    const { folder, settings } = pkg
    const { rootDir, outDir } = settings.compilerOptions
    const output = isBundled(settings) ? DECLARATION : OUTPUT
    removeBelow(join(folder, outDir), join(folder, rootDir), output)
    if (isBundled(settings)) removeStaleBundles(pkg)
  }
}

const entriesOf = folder => (existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [])

function removeBelow(outputs, sources, written) {
  for (const entry of entriesOf(outputs)) {
    const path = join(outputs, entry.name)
    if (entry.isDirectory()) removeBelow(path, join(sources, entry.name), written)
    else if (written.test(entry.name) && isStale(entry.name.replace(written, ''), sources)) rmSync(path)
  }
  if (!existsSync(sources) && existsSync(outputs) && readdirSync(outputs).length === 0) rmdirSync(outputs)
}

const isStale = (module, sources) => !SOURCES.some(extension => existsSync(join(sources, module + extension)))

/** Builds without a compiler and without turbo what a server runs, where only that is installed. */
async function buildToServe(root) {
  const { writeModules } = await import('./build/modules.js')
  const { runSteps } = await import('./build/steps.js')
  await writeModules(root)
  runSteps(root)
}

function build(args) {
  const all = ['run', 'build', '--output-logs=errors-only', ...args]
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1' }
  const { status, stdout, stderr, error } = spawnSync('turbo', all, { encoding: 'utf8', env })
  if (error) throw new Error(`turbo can't be run: ${error.message}. Run this script by "pnpm run build".`)
  if (status !== 0) process.stderr.write(stdout + stderr)
  return status ?? 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)))
  // First, because the stream keeps a digest of what was compiled, and last, because turbo restores the files of an
  // earlier build from its cache.
  removeStaleOutputs(root)
  if (existsSync(join(root, 'node_modules/turbo'))) process.exitCode = build(process.argv.slice(2))
  else await buildToServe(root)
  removeStaleOutputs(root)
}

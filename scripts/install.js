// Installs what a server needs to be built and run, without what only tests, types and releases need, which is more
// than twice as much. `start` and `platform` run it; a checkout that has everything keeps everything. This runs on the
// Node of the machine, because the workspace's own Node is among what is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
/** Keeps the digest of the manifests for which packages were installed last. */
const record = join(modules, '.installed')
/**
 * The packages of the workspace that no server loads. What they depend on is not installed either, but for
 * `playwright-core`, a dependency of the root: by it, checks from outside look at the pages of a server.
 */
const ONLY_FOR_TESTS = ['./packages/plugin-testing', './tests/*', './bench']

if (readIfThere(record) !== digestOfManifests()) {
  if (hasEverything()) pnpm('install')
  else installToServe()
  writeFileSync(record, digestOfManifests())
}

function installToServe() {
  process.stderr.write('Installing the packages that the server needs\n')
  const leftOut = ONLY_FOR_TESTS.map(name => `--filter=!${name}`)
  // The packages of the lock file were checked when they were written into it. To check them once more takes longer
  // than to install them.
  pnpm('install', '--prod', '--config.trustLockfile=true', ...leftOut)
  // Another command finds no record of pnpm's, and installs the other packages, too.
  for (const name of readdirSync(modules)) if (name.startsWith('.pnpm-workspace-state')) rmSync(join(modules, name))
  // A third of the package of Node are headers, for add-ons in C++, of which there are none here.
  const runtimes = join(realpathSync(join(modules, 'node')), 'node_modules')
  for (const name of readdirSync(runtimes).filter(name => name.startsWith('node-')))
    rmSync(join(runtimes, name, 'include'), { recursive: true, force: true })
}

function pnpm(...args) {
  const { status, stdout, stderr, error } = spawnSync('pnpm', args, { cwd: root, encoding: 'utf8' })
  if (status === 0) return
  const why = error ? `pnpm can't be run: ${error.message}\n` : `${stdout}${stderr}`
  process.stderr.write(`${why}The packages were not installed, so nothing is started.\n`)
  process.exit(status || 1)
}

/** Whether the packages for tests, types and releases have been installed, as any command but these two does. */
function hasEverything() {
  const installed = readIfThere(join(modules, '.modules.yaml'))
  return installed !== undefined && JSON.parse(installed).included.devDependencies
}

function digestOfManifests() {
  const hash = createHash('sha256')
  const manifests = ['apps', 'packages', 'plugins'].flatMap(group =>
    readdirSync(join(root, group)).map(name => `${group}/${name}/package.json`),
  )
  for (const file of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests])
    hash.update(`${file}\n${readIfThere(join(root, file)) ?? ''}\n`)
  return hash.digest('hex')
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

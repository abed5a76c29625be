import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Ran, run } from '../plugin-commands/site.ts'

const repository = fileURLToPath(new URL('../../../..', import.meta.url))

/** A copy of this repository that can be released from. */
export interface RepositoryCopy extends AsyncDisposable {
  readonly root: string
  /**
   * Does what the script `release` does: builds every package, and publishes those whose version the registry does not
   * have. Of these only the wanted packages are published, and what they need: each one takes seconds.
   */
  release(): Promise<void>
  /** Gives one package a new version, and publishes it as it was built: all that depends on it would be built, too. */
  releaseAgain(name: string, bump: 'minor' | 'major'): Promise<void>
  pnpm(...args: string[]): Promise<Ran>
}

/**
 * Copies what is in the working tree, and installs it from what this machine has already.
 *
 * @param wanted - names of the packages to publish.
 */
export async function copyRepository(npmrc: string, wanted: readonly string[]): Promise<RepositoryCopy> {
  const root = await mkdtemp(join(process.env['PLATFORM_TEST_DISK'] ?? tmpdir(), 'platform-release-'))
  const { stdout } = await promisify(execFile)('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: repository,
    maxBuffer: 64 * 1024 * 1024,
  })
  const files = stdout.split('\0').filter(name => name !== '' && existsSync(join(repository, name)))
  for (const file of files) await cp(join(repository, file), join(root, file))
  const manifests = files.filter(file => /^\w+\/[^/]+\/package\.json$/.test(file)).map(file => join(root, file))
  const copy: RepositoryCopy = {
    root,
    pnpm: (...args) => succeed(root, ['pnpm', ...args]),
    async release() {
      const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
      const [build, publish] = scripts.release.split(' && ')
      await copy.pnpm('exec', ...build.split(' '))
      await withhold(manifests, await neededBy(manifests, wanted))
      await copy.pnpm('exec', ...publish.split(' '))
    },
    async releaseAgain(name, bump) {
      await writeFile(join(root, '.changeset', 'next.md'), `---\n"${name}": ${bump}\n---\n\nA change\n`)
      await copy.pnpm('exec', 'changeset', 'version')
      await withhold(manifests, await neededBy(manifests, [name]))
      await copy.pnpm('exec', 'changeset', 'publish')
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  }
  await copy.pnpm('install', '--offline', '--frozen-lockfile')
  await writeFile(join(root, '.npmrc'), npmrc)
  await succeed(root, ['git', 'init', '--quiet', '--initial-branch', 'main'])
  await succeed(root, ['git', 'add', '--all'])
  await succeed(root, [
    'git',
    '-c',
    'user.name=test',
    '-c',
    'user.email=test@test.example',
    'commit',
    '--quiet',
    '--message',
    'start',
  ])
  // The changes that wait for a release can be released. They are not: every package would be compiled anew.
  await copy.pnpm('exec', 'changeset', 'status')
  for (const name of await readdir(join(root, '.changeset')))
    if (name.endsWith('.md')) await rm(join(root, '.changeset', name))
  return copy
}

interface Manifest {
  readonly name: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

const readManifests = (files: readonly string[]) =>
  Promise.all(files.map(async file => ({ file, manifest: JSON.parse(await readFile(file, 'utf8')) as Manifest })))

/** The names of packages and of those that they depend on. */
async function neededBy(files: readonly string[], names: readonly string[]): Promise<ReadonlySet<string>> {
  const manifests = (await readManifests(files)).map(({ manifest }) => manifest)
  const needed = new Set(names)
  for (const name of needed) {
    const { dependencies, peerDependencies } = manifests.find(each => each.name === name) ?? {}
    for (const other of Object.keys({ ...dependencies, ...peerDependencies })) needed.add(other)
  }
  return needed
}

/** Marks all packages but these as private. A package that may be published takes a second also where it is not. */
async function withhold(files: readonly string[], published: ReadonlySet<string>): Promise<void> {
  for (const { file, manifest } of await readManifests(files))
    if (!published.has(manifest.name)) await writeFile(file, JSON.stringify({ ...manifest, private: true }))
}

/** Runs a program of the copy. Packages that are as they are here are not compiled again. */
async function succeed(root: string, command: readonly string[]): Promise<Ran> {
  const cache = process.env['TURBO_CACHE_DIR'] ?? join(repository, '.turbo/cache')
  const ran = await run(root, command, { TURBO_CACHE_DIR: cache })
  if (ran.code !== 0) throw new Error(`${command.join(' ')} ended with ${ran.code}:\n${ran.out}\n${ran.err}`)
  return ran
}

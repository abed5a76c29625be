import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, lstat, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
export const repository = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '')

/** A copy of the repository's tracked files, in which the packages of the workspace are the copied ones. */
export interface Copy extends AsyncDisposable {
  readonly root: string
  /** Runs a program of the copy's packages. @throws Error with all that it printed when it fails. */
  run(program: string, ...args: string[]): Promise<string>
}

/** Tests run on the sources, and the packages are not built again before them. */
const TESTS = `import { defineConfig } from 'vitest/config'
import { settings } from './vitest.config.ts'
export default defineConfig({ ...settings, test: { ...settings.test, globalSetup: [], reporters: ['default'], maxWorkers: 1, isolate: false } })
`

export async function copyRepository(): Promise<Copy> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'platform-core-')))
  // A file that was written a moment ago counts, too.
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { stdout } = await run('git', list, { cwd: repository, maxBuffer: 64 * 1024 * 1024 })
  const files = stdout.split('\0').filter(file => file !== '' && existsSync(join(repository, file)))
  for (const file of files) await cp(join(repository, file), join(root, file))
  const packages = files.filter(file => /(^|\/)package\.json$/.test(file)).map(file => dirname(file))
  for (const folder of packages) await installAlike(root, folder)
  await writeFile(join(root, 'vitest.copy.config.ts'), TESTS)
  return {
    root,
    async run(program, ...args) {
      const env = Object.fromEntries(
        Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_OPTIONS|FORCE_COLOR)/.test(name)),
      )
      const options = { cwd: root, env: { ...env, NO_COLOR: '1' }, maxBuffer: 64 * 1024 * 1024 }
      const { stdout, stderr } = await run(process.execPath, [join(root, program), ...args], options).catch(
        (error: { message: string; stdout?: string; stderr?: string }) => {
          throw new Error(`${error.message}\n${error.stdout ?? ''}\n${error.stderr ?? ''}`)
        },
      )
      return stdout + stderr
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  }
}

/** Gives a package of the copy what it has built here, and links to the packages that it imports. */
async function installAlike(root: string, folder: string): Promise<void> {
  const [built, installed] = ['dist', 'node_modules'].map(name => join(repository, folder, name))
  if (existsSync(built!)) await cp(built!, join(root, folder, 'dist'), { recursive: true })
  if (!existsSync(installed!)) return
  const names = (await readdir(installed!)).filter(name => !name.startsWith('.'))
  for (const name of names) {
    const scoped = name.startsWith('@') ? await readdir(join(installed!, name)) : ['']
    for (const part of scoped) await linkAlike(root, join(folder, 'node_modules', name, part))
  }
}

/** A package of the workspace is the copy's own; any other is the installed one. */
async function linkAlike(root: string, path: string): Promise<void> {
  const from = join(repository, path)
  if (!(await lstat(from)).isSymbolicLink()) return
  const target = await realpath(from)
  const own = relative(repository, target)
  const isOfWorkspace = !own.startsWith('..') && !own.split(sep).includes('node_modules')
  const link = join(root, path).replace(/\/$/, '')
  await mkdir(dirname(link), { recursive: true })
  await symlink(isOfWorkspace ? join(root, own) : target, link)
}

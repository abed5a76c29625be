import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandsInTurn } from '../cli/commands-in-turn.ts'

const server = fileURLToPath(new URL('../..', import.meta.url))

/** The exit code and the output of a command. */
export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
  json(): any
}

/** An operator's folder, with the built command line. */
export interface Site extends AsyncDisposable {
  readonly root: string
  write(files: Readonly<Record<string, string>>): Promise<void>
  read(file: string): Promise<string>
  platform(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ran>
}

type Run = (args: readonly string[], place: { cwd: string; env: Readonly<Record<string, string>> }) => Promise<Ran>

interface SiteOptions {
  /** Whether plugins can import the server's dependencies. */
  readonly packages?: boolean
  /** How commands are run; each in a process of its own by default. */
  readonly by?: Run
}

const alone: Run = (args, { cwd, env }) => run(cwd, [process.execPath, join(server, 'bin/platform.js'), ...args], env)

/** Makes a folder with these files. */
export async function createSite(
  files: Readonly<Record<string, string>>,
  { packages = true, by = alone }: SiteOptions = {},
): Promise<Site> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'platform-site-')))
  const site: Site = {
    root,
    async write(more) {
      for (const [name, content] of Object.entries(more)) {
        await mkdir(dirname(join(root, name)), { recursive: true })
        await writeFile(join(root, name), content)
      }
    },
    read: file => readFile(join(root, file), 'utf8'),
    platform: (args, env = {}) => by(args, { cwd: root, env }),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  }
  await site.write(files)
  if (packages) await symlink(join(server, 'node_modules'), join(root, 'node_modules'))
  return site
}

/** Makes a `createSite` whose commands run in one process, one after the other; see `commandsInTurn`. */
export function sitesInTurn(): (
  files: Readonly<Record<string, string>>,
  options?: Pick<SiteOptions, 'packages'>,
) => Promise<Site> {
  const platform = commandsInTurn()
  const by: Run = async (args, { cwd, env }) => {
    const { exitCode, stdout, stderr } = await platform(args, { cwd, env: { ...cleanEnvironment(), ...env } })
    return ran(exitCode, stdout, stderr)
  }
  return (files, options = {}) => createSite(files, { ...options, by })
}

const ran = (code: number | null, out: string, err: string): Ran => ({ code, out, err, json: () => JSON.parse(out) })

/** The environment without the variables that configure this process. */
const cleanEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined &&
        !/^(?:PLATFORM_|npm_|pnpm_|VITEST|(?:NODE_ENV|NODE_OPTIONS|TEST|INIT_CWD|PORT)$)/i.test(entry[0]),
    ),
  )

/** Runs a program to its end, without the variables that configure this process. */
export function run(
  cwd: string,
  [file = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env: { ...cleanEnvironment(), ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    let [out, err] = ['', '']
    child.stdout.on('data', chunk => {
      out += chunk
    })
    child.stderr.on('data', chunk => {
      err += chunk
    })
    child.on('error', reject)
    child.on('close', code => {
      resolve(ran(code, out, err))
    })
  })
}

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { packageOf } from '@platform/plugin-host'
import { PluginCommandError } from './command-error.ts'

export type ManagerName = 'npm' | 'pnpm' | 'yarn' | 'bun'

/** The package manager of a project. Whatever it does, install scripts do not run. */
export interface PackageManager {
  readonly name: ManagerName
  /** The command line that installs packages, written `name@range`. */
  addCommand(packages: readonly string[]): readonly string[]
  /** The command line that installs what `package.json` and the lock file say. */
  readonly installCommand: readonly string[]
  readonly lockFiles: readonly string[]
}

const LOCKS: Readonly<Record<ManagerName, readonly string[]>> = {
  pnpm: ['pnpm-lock.yaml'],
  yarn: ['yarn.lock'],
  bun: ['bun.lock', 'bun.lockb'],
  npm: ['package-lock.json', 'npm-shrinkwrap.json'],
}

/** Finds out which package manager a project uses: by `packageManager`, else by its lock file, else npm. */
export function detectPackageManager(root: string): PackageManager {
  const declared = /^(npm|pnpm|yarn|bun)@(\d+)?/.exec(
    String((packageOf(root) as { packageManager?: unknown } | null)?.packageManager ?? ''),
  )
  const name = (declared?.[1] ??
    (Object.keys(LOCKS) as ManagerName[]).find(manager => LOCKS[manager].some(file => existsSync(join(root, file)))) ??
    'npm') as ManagerName
  const modernYarn = name === 'yarn' && (Number(declared?.[2] ?? 1) >= 2 || existsSync(join(root, '.yarnrc.yml')))
  const quiet = modernYarn
    ? ['--mode=skip-build']
    : ['--ignore-scripts', ...(name === 'npm' ? ['--no-audit', '--no-fund'] : [])]
  const workspace = name === 'pnpm' && existsSync(join(root, 'pnpm-workspace.yaml')) ? ['--workspace-root'] : []
  return {
    name,
    lockFiles: LOCKS[name],
    addCommand: packages => [name, name === 'npm' ? 'install' : 'add', ...quiet, ...workspace, ...packages],
    installCommand: [name, 'install', ...quiet],
  }
}

/** What a command left behind. */
export interface Ran {
  readonly exitCode: number
  readonly output: string
}

/** Runs a package manager in the project's folder, without a shell. @throws PluginCommandError when there is no such program. */
export function run(root: string, [program = '', ...args]: readonly string[]): Promise<Ran> {
  const [file, ...before] = programOf(program)
  return new Promise((resolve, reject) => {
    const child = spawn(file!, [...before, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    const chunks: Buffer[] = []
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
      })
    child.on('error', error => {
      reject(
        new PluginCommandError(
          'PACKAGE_MANAGER_MISSING',
          `${program} could not be started (${(error as NodeJS.ErrnoException).code}). Install it, or run the platform by it: \`npx ${program} exec platform plugins reconcile\`.`,
        ),
      )
    })
    child.on('close', code => {
      resolve({ exitCode: code ?? 1, output: Buffer.concat(chunks).toString().trim() })
    })
  })
}

/** A package manager that runs this process may not be on the path: it says where it is. */
function programOf(program: string): string[] {
  const { npm_config_user_agent: agent = '', npm_execpath: path } = process.env
  if (path === undefined || !agent.startsWith(`${program}/`)) return [program]
  return /\.[cm]?js$/.test(path) ? [process.execPath, path] : [path]
}

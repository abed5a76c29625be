import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { packageOf } from '@platform/plugin-host'
import { z } from 'zod'
import { PluginCommandError } from './command-error.ts'

const NAMES = ['pnpm', 'yarn', 'bun', 'npm'] as const

export type ManagerName = (typeof NAMES)[number]

const declaration = z.object({ packageManager: z.string().optional() })

/** The package manager of a project. Install scripts of packages never run. */
export interface PackageManager {
  readonly name: ManagerName
  /** The command line that installs packages, written `name@range`. */
  addCommand(packages: readonly string[]): readonly string[]
  /** The command line that installs the packages of `package.json` and the lock file. */
  readonly installCommand: readonly string[]
  readonly lockFiles: readonly string[]
}

const LOCKS: Readonly<Record<ManagerName, readonly string[]>> = {
  pnpm: ['pnpm-lock.yaml'],
  yarn: ['yarn.lock'],
  bun: ['bun.lock', 'bun.lockb'],
  npm: ['package-lock.json', 'npm-shrinkwrap.json'],
}

/** Finds the package manager of a project: by `packageManager` in package.json, else by its lock file, else npm. */
export function detectPackageManager(root: string): PackageManager {
  const declared = /^(\w+)@(\d+)?/.exec(declaration.safeParse(packageOf(root)).data?.packageManager ?? '')
  const name =
    NAMES.find(manager => manager === declared?.[1]) ??
    NAMES.find(manager => LOCKS[manager].some(file => existsSync(join(root, file)))) ??
    'npm'
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

/** The result of a command. */
export interface CommandResult {
  readonly exitCode: number
  readonly output: string
}

/**
 * Runs a package manager in the project's folder, without a shell.
 *
 * @throws PluginCommandError when the program can't be started.
 */
export function run(root: string, [program = '', ...args]: readonly string[]): Promise<CommandResult> {
  const { file, before } = programOf(program)
  return new Promise((resolve, reject) => {
    const child = spawn(file, [...before, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    const chunks: Buffer[] = []
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
      })
    child.on('error', (error: NodeJS.ErrnoException) => {
      const command = `npx ${program} exec platform plugins reconcile`
      const fix = `Install it, or start the platform with it: \`${command}\`.`
      const message = `${program} could not be started (${error.code}). ${fix}`
      reject(new PluginCommandError('PACKAGE_MANAGER_MISSING', message))
    })
    child.on('close', code => {
      resolve({ exitCode: code ?? 1, output: Buffer.concat(chunks).toString().trim() })
    })
  })
}

/** A package manager that started this process may not be on the path; a variable then names its file. */
function programOf(program: string): { file: string; before: string[] } {
  const { npm_config_user_agent: agent = '', npm_execpath: path } = process.env
  if (path === undefined || !agent.startsWith(`${program}/`)) return { file: program, before: [] }
  return /\.[cm]?js$/.test(path) ? { file: process.execPath, before: [path] } : { file: path, before: [] }
}

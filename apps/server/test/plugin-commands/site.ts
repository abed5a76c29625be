import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

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

/** Makes a folder with these files. With `packages`, plugins there can import the server's dependencies. */
export async function createSite(files: Readonly<Record<string, string>>, { packages = true } = {}): Promise<Site> {
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
    platform: (args, env = {}) => run(root, [process.execPath, join(server, 'bin/platform.js'), ...args], env),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  }
  await site.write(files)
  if (packages) await symlink(join(server, 'node_modules'), join(root, 'node_modules'))
  return site
}

/** Runs a program to its end, without the variables that configure this process. */
export function run(
  cwd: string,
  [file = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const clean = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(?:PLATFORM_|npm_|pnpm_|VITEST|(?:NODE_ENV|NODE_OPTIONS|TEST|INIT_CWD|PORT)$)/i.test(name),
    ),
  )
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env: { ...clean, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    let [out, err] = ['', '']
    child.stdout.on('data', chunk => {
      out += chunk
    })
    child.stderr.on('data', chunk => {
      err += chunk
    })
    child.on('error', reject)
    child.on('close', code => {
      resolve({ code, out, err, json: () => JSON.parse(out) })
    })
  })
}

import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { CompositionError, readPluginList, type ServerModules, surveyPlugins } from '@platform/plugin-host'
import { createTestPlatform, createTestStream, type TestPlatform, type TestStream } from '../../src/index.ts'
import { snippetsOf } from './snippets.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const own = 'packages/plugin-testing/node_modules'
const serverIndex = fileURLToPath(import.meta.resolve('@platform/server'))
const SERVER: ServerModules = { directory: dirname(serverIndex), extension: extname(serverIndex) }

/** Where an installation would put each package, and where it is here. */
const PACKAGES: Readonly<Record<string, string>> = {
  '@platform/plugin-sdk': 'packages/plugin-sdk',
  '@platform/client-sdk': 'packages/client-sdk',
  '@platform/server': 'apps/server',
  preact: 'packages/client-sdk/node_modules/preact',
  'playwright-core': `${own}/playwright-core`,
  zod: `${own}/zod`,
  jose: `${own}/jose`,
  'passport-oauth2': `${own}/passport-oauth2`,
  '@types/passport-oauth2': `${own}/@types/passport-oauth2`,
  express: 'apps/server/node_modules/express',
  '@types/express': 'apps/server/node_modules/@types/express',
  '@types/node': 'node_modules/@types/node',
  vitest: 'node_modules/vitest',
}

const COMPILER_OPTIONS = {
  target: 'ES2024',
  lib: ['ES2025', 'ESNext.Disposable', 'DOM'],
  jsx: 'react-jsx',
  jsxImportSource: 'preact',
  module: 'NodeNext',
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
}

/** A site that was written by copying a page. */
export interface Site extends AsyncDisposable {
  readonly directory: string
  /** Loads its plugins as a start does, and composes them. */
  start(env?: Readonly<Record<string, string>>): Promise<TestPlatform>
  /** What the compiler has to say of its files. */
  compile(): Promise<string>
  /** Runs a program of the repository in it. */
  run(program: string, ...args: string[]): Promise<string>
}

/** Starts a platform with the plugins that a site lists, and with their client parts. */
export async function streamOf({ directory: root }: Site): Promise<TestStream> {
  const list = await readPluginList(root, undefined)
  const { loaded } = await surveyPlugins({ root, list, env: {}, server: SERVER, keepSecret: () => {} })
  const client = list.client.map(({ name }) => join(root, 'plugins', name))
  return (await createTestStream({ client, plugins: loaded.map(({ hooks }) => hooks as never) })) as TestStream
}

/** Writes the files a page shows into a new folder, with the packages they import. */
export async function siteOf(page: string): Promise<Site> {
  const directory = await mkdtemp(join(tmpdir(), 'platform-guide-'))
  for (const { file, text } of [...(await snippetsOf(page)), { file: 'package.json', text: '{"type": "module"}' }]) {
    await mkdir(dirname(join(directory, file)), { recursive: true })
    await writeFile(join(directory, file), text)
  }
  for (const [name, folder] of Object.entries(PACKAGES))
    await link(join(root, folder), join(directory, 'node_modules', name))
  // A test runner loads only what is in `node_modules` as it is, so what tests import is put there, not linked.
  for (const part of ['package.json', 'dist'])
    await cp(
      join(root, 'packages/plugin-testing', part),
      join(directory, 'node_modules/@platform/plugin-testing', part),
      { recursive: true },
    )
  await link(join(root, own), join(directory, 'node_modules/@platform/plugin-testing/node_modules'))
  const run = (program: string, ...args: string[]) => runIn(directory, program, args)
  return {
    directory,
    run,
    async compile() {
      // A page that shows how to compile is taken at its word.
      await writeFile(
        join(directory, 'tsconfig.json'),
        JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['plugins', 'site'] }),
        { flag: 'wx' },
      ).catch((error: { code?: unknown }) => {
        if (error.code !== 'EEXIST') throw error
      })
      return run('node_modules/typescript/bin/tsc', '-p', '.')
    },
    async start(env = {}) {
      const list = await readPluginList(directory, undefined)
      const survey = await surveyPlugins({ root: directory, list, env, server: SERVER, keepSecret: () => {} })
      if (survey.problems.length > 0) throw new CompositionError(survey.problems)
      const plugins = survey.loaded
      const settings = Object.fromEntries(plugins.map(({ name, config = {}, allow }) => [name, { allow, config }]))
      return (await createTestPlatform({
        plugins: plugins.map(({ hooks }) => hooks as never),
        settings,
        env,
      })) as unknown as TestPlatform
    },
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }),
  }
}

async function runIn(directory: string, program: string, args: readonly string[]): Promise<string> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_OPTIONS|FORCE_COLOR)/.test(name)),
  )
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, program), ...args], {
    cwd: directory,
    env: { ...env, NO_COLOR: '1' },
  }).catch((error: { stdout?: string; message: string }) => {
    throw new Error(`${error.message}\n${error.stdout ?? ''}`)
  })
  return stdout
}

async function link(target: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await symlink(target, path)
}

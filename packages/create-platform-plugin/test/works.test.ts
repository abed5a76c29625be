import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createPlugin, type PluginDraft } from '../src/index.ts'
import { emptyFolder } from './folder.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Where an installation would put each package, and where it is here. Linked, as in a workspace or by `npm link`. */
const PACKAGES: Readonly<Record<string, string>> = {
  '@platform/client-sdk': 'packages/client-sdk',
  '@platform/plugin-sdk': 'packages/plugin-sdk',
  '@platform/plugin-testing': 'packages/plugin-testing',
  '@platform/server': 'apps/server',
  preact: 'packages/client-sdk/node_modules/preact',
  zod: 'apps/server/node_modules/zod',
  '@types/node': 'node_modules/@types/node',
  typescript: 'node_modules/typescript',
  vitest: 'node_modules/vitest',
}
async function install(directory: string): Promise<void> {
  for (const [name, folder] of Object.entries(PACKAGES)) {
    const link = join(directory, 'node_modules', name)
    await mkdir(dirname(link), { recursive: true })
    await symlink(join(root, folder), link)
  }
}

/** Runs programs in the folder of a written plugin. */
async function prepare(draft: Omit<PluginDraft, 'directory'>) {
  const { directory } = await createPlugin({ ...draft, directory: await emptyFolder() })
  await install(directory)
  const {
    NODE_OPTIONS: _,
    VITEST: __,
    VITEST_MODE: ___,
    VITEST_WORKER_ID: ____,
    VITEST_POOL_ID: _____,
    FORCE_COLOR: ______,
    ...env
  } = process.env
  const node = (...args: string[]) =>
    promisify(execFile)(process.execPath, args, { cwd: directory, env: { ...env, NO_COLOR: '1' } })
  return { directory, node }
}

test('a written plugin compiles, builds and passes its own test', async () => {
  const { directory, node } = await prepare({ name: 'my-thing' })
  await node('node_modules/typescript/bin/tsc', '-p', 'tsconfig.json')
  await node('node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json')
  expect(existsSync(join(directory, 'dist/server/index.js'))).toBe(true)
  const { stdout } = await node('node_modules/vitest/vitest.mjs', 'run')
  expect(stdout).toMatch(/Tests +33 passed/)
}, 60_000)

test('a written plugin without a part for the server compiles with its style sheet, and passes its own test', async () => {
  const { node } = await prepare({ name: 'my-thing', server: false })
  await node('node_modules/typescript/bin/tsc', '-p', 'tsconfig.json')
  const { stdout } = await node('node_modules/vitest/vitest.mjs', 'run')
  expect(stdout).toMatch(/Tests +(?:2 passed|1 passed \| 1 skipped)/)
}, 60_000)

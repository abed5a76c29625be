import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdir, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Site } from '../plugin-commands/site.ts'

export const server = fileURLToPath(new URL('../..', import.meta.url))
const repository = join(server, '../..')
const files = globSync('**/*.{ts,tsx}', { cwd: join(server, 'src') })

/**
 * Programs that the server starts in their own threads and processes. They run as soon as they are imported, and end
 * their process or fail in it. So the test only resolves the imports of these programs.
 */
const PROGRAMS = [
  'cli/backup-process',
  'features/assets/scraper/page-reader',
  'features/assets/scraper/page-worker',
  'features/avatars/picture/picture-reader',
  'features/avatars/picture/picture-worker',
  'features/comments/threads-import/read-worker',
]

/** A module of the server: the path plugins know it by, and its file under `src`. */
export interface Module {
  readonly path: string
  readonly file: string
  readonly isProgram: boolean
}

/** Every file of the server by its own path, and those under `compat` by the older path they are kept for, too. */
export const MODULES: readonly Module[] = files
  .map(file => ({ file, path: file.replace(/\.tsx?$/, '') }))
  .flatMap(module => [module, ...(/^compat\//.test(module.path) ? [{ ...module, path: module.path.slice(7) }] : [])])
  .map(module => ({ ...module, isProgram: PROGRAMS.includes(module.path) }))

/** What a plugin imports, the file it must get, and whether it runs it. */
export type Line = readonly [specifier: string, file: string, runs: boolean]

const BODY = `const failures = []
for (const [specifier, file, runs] of JSON.parse(fs.readFileSync('NAME.lines.json', 'utf8'))) {
  try {
    const found = RESOLVE
    if (found !== file) failures.push(specifier + ' is ' + found)
    if (runs) LOAD
  } catch (error) {
    failures.push(specifier + ': ' + error.message)
  }
}
fs.writeFileSync('NAME.failures.json', JSON.stringify(failures))`
const COMMONJS = `const fs = require('node:fs')
${BODY.replace('RESOLVE', 'require.resolve(specifier)').replace('LOAD', 'require(specifier)')}
module.exports = {}`
const ES_MODULE = `import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
${BODY.replace('RESOLVE', 'fileURLToPath(import.meta.resolve(specifier))').replace('LOAD', 'await import(specifier)')}
export default {}`

/**
 * Files of two plugins, the CommonJS module `<name>-old` and the ES module `<name>-new`, in folders of those names.
 * Each imports all of these lines, and writes every failure into `<plugin>.failures.json`.
 */
export function importing(name: string, base: string, lines: readonly Line[]): Record<string, string> {
  const kinds = { old: ['commonjs', COMMONJS], new: ['module', ES_MODULE] } as const
  return Object.fromEntries(
    Object.entries(kinds).flatMap(([kind, [type, text]]) => {
      const plugin = `${name}-${kind}`
      return [
        [`${base}/${plugin}/package.json`, JSON.stringify({ name: plugin, version: '1.0.0', type, main: 'index.js' })],
        [`${base}/${plugin}/index.js`, text.replaceAll('NAME', plugin)],
        [`${plugin}.lines.json`, JSON.stringify(lines)],
      ]
    }),
  )
}

/** Gives a site what is at the root of the repository, beside its own plugins. */
export async function layOutRepository({ root }: Site): Promise<void> {
  for (const folder of ['apps', 'packages', 'node_modules']) await symlink(join(repository, folder), join(root, folder))
}

/** Unpacks the server's tarball into the site's `node_modules`; what it depends on comes from this repository. */
export async function installServer({ root }: Site): Promise<void> {
  const run = promisify(execFile)
  const target = join(root, 'node_modules/@platform/server')
  await mkdir(target, { recursive: true })
  await run('pnpm', ['pack', '--pack-destination', root], { cwd: server })
  const [tarball = ''] = (await readdir(root)).filter(name => name.endsWith('.tgz'))
  await run('tar', ['--extract', '--file', join(root, tarball), '--strip-components=1', '--directory', target])
  await symlink(join(server, 'node_modules'), join(target, 'node_modules'))
}

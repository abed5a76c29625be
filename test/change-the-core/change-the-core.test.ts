import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Copy, copyRepository, repository } from './copy.ts'
import { applyEdit, changesOf } from './guide.ts'

const changes = changesOf(new URL('../../docs/guide/change-the-core.md', import.meta.url))

/** The most existing files, not counting generated ones, that each kind of change may touch. */
const BOUNDS = { 'A feature': 2, 'A moderation phase': 0, 'A hook': 5, 'A configuration variable': 3 }
/** The list of features, which a feature's own line counts for; a phase stands in a feature. */
const FEATURES = 'apps/server/src/features/index.ts'

const isTest = (file: string) => file.endsWith('.test.ts')
const exists = (file: string) => existsSync(join(repository, file))

let copy: Copy

beforeAll(async () => {
  copy = await copyRepository()
  for (const change of changes) {
    const path = join(copy.root, change.file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, change.kind === 'create' ? change.text : applyEdit(await readFile(path, 'utf8'), change))
  }
}, 120_000)
afterAll(() => copy?.[Symbol.asyncDispose]())

test.each(Object.entries(BOUNDS))('%s changes at most %i files that exist', (chapter, most) => {
  const touched = [...new Set(changes.filter(change => change.chapter === chapter).map(({ file }) => file))]
    .filter(exists)
    .filter(file => chapter !== 'A moderation phase' || file !== FEATURES)
  console.log(`${chapter}: ${touched.length} of ${most}  ${touched.join(', ')}`)
  expect(touched.length).toBeLessThanOrEqual(most)
})

test('each chapter adds files that are not there yet, and a test', () => {
  expect(changes.filter(({ kind, file }) => kind === 'create' && exists(file))).toEqual([])
  for (const chapter of Object.keys(BOUNDS))
    expect(
      changes.filter(change => change.chapter === chapter && isTest(change.file)),
      chapter,
    ).not.toEqual([])
})

test('its code is formatted, and the linter finds nothing in it', async () => {
  const files = new Set(changes.map(({ file }) => file).filter(file => file.endsWith('.ts')))
  expect(await copy.run('node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', ...files)).toMatch(
    new RegExp(`Checked ${files.size} files`),
  )
}, 60_000)

test('the packages compile with all changes of the guide', async () => {
  const tsc = 'node_modules/typescript/bin/tsc'
  for (const project of [
    'packages/plugin-sdk/tsconfig.build.json',
    'packages/config/tsconfig.build.json',
    'apps/server/tsconfig.json',
    'packages/config/tsconfig.json',
    'plugins/platform-plugin-example/tsconfig.json',
  ])
    expect(await copy.run(tsc, '-p', project)).toBe('')
}, 300_000)

test('its tests pass, and so do those of the lists that it adds to', async () => {
  const own = changes.map(({ file }) => file).filter(isTest)
  const lists = [
    'packages/plugin-sdk/test/tables.test.ts',
    'packages/config/test/values.test.ts',
    'packages/plugin-host/test/hook-contents.test.ts',
    'plugins/platform-plugin-example/test/server.test.ts',
  ]
  const told = await copy.run(
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'vitest.copy.config.ts',
    ...own,
    ...lists,
  )
  expect(told).toMatch(new RegExp(`Test Files +${own.length + lists.length} passed`))
}, 300_000)

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { program, testWith } from './needs.ts'

const HOUSE = fileURLToPath(new URL('../scripts/house.js', import.meta.url))
const SERVER = 'apps/server/src'
const GIT = program('git')
const manifest = (name: string) =>
  JSON.stringify({ name, exports: { '.': { '@platform/source': './src/index.ts', default: './dist/index.js' } } })
const filler = (lines: number) => Array.from({ length: lines }, (_, at) => `export const line${at} = ${at}\n`).join('')

/** A repository that keeps every bound: its sources are long enough to be files of their own. */
const KEPT = {
  'packages/words/package.json': manifest('@platform/words'),
  'packages/words/src/index.ts': filler(700),
  'apps/server/package.json': JSON.stringify({
    name: '@platform/server',
    exports: { './*': { '@platform/source': './src/*.ts', default: './dist/*.js' } },
  }),
  [`${SERVER}/runtime/clock.ts`]: filler(700),
  [`${SERVER}/features/tags/index.ts`]: `import { line1 } from '@platform/words'
    export const one = line1 as const
    ${filler(30)}`,
  [`${SERVER}/features/users/index.ts`]: `import type { line2 } from '../../runtime/clock.ts'
    export type Two = typeof line2
    ${filler(30)}`,
}

/** Creates a folder with the given files. */
function createFolder(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'house-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

/** Runs the script over a repository of the given files. */
function runHouse(files: Record<string, string>) {
  const root = createFolder(files)
  execFileSync('git', ['init', '--quiet'], { cwd: root })
  execFileSync('git', ['add', '.'], { cwd: root })
  const { status, stdout, stderr } = spawnSync(process.execPath, [HOUSE, root], { encoding: 'utf8' })
  const exceeded = [...stdout.matchAll(/^(.*?) {2,}.* no$/gm)].map(row => row[1])
  return { status, exceeded, output: stdout + stderr }
}

testWith(GIT)('a repository that keeps every bound passes', () => {
  const { status, exceeded, output } = runHouse(KEPT)
  expect(output.match(/ yes$/gm), output).toHaveLength(8)
  expect(exceeded).toEqual([])
  expect(status).toBe(0)
})

const LONG_TEXT = `console.log('${'word '.repeat(30)}')\n`
const violations: { figure: string; files: Record<string, string>; place: string }[] = [
  {
    figure: 'lines over 120 characters',
    files: { 'bench/run.js': LONG_TEXT.repeat(4) },
    place: 'bench/run.js:4',
  },
  {
    figure: 'comments over 120 characters that can be broken',
    files: { 'bench/run.js': `// ${'word '.repeat(30)}\n` },
    place: 'bench/run.js:1',
  },
  {
    figure: 'import cycles, types included',
    files: {
      'packages/words/src/index.ts': `import type { Word } from './word.ts'
        export type Words = Word[]
        ${filler(700)}`,
      'packages/words/src/word.ts': `export type Word = import('@platform/words').Words\n${filler(30)}`,
    },
    place: '2 sources: packages/words/src/index.ts -> packages/words/src/word.ts -> packages/words/src/index.ts',
  },
  {
    figure: 'upward imports in the server',
    files: { [`${SERVER}/runtime/log.ts`]: "import type { one } from '../features/tags/index.ts'\n" },
    place: `${SERVER}/runtime/log.ts:1: runtime (1) may not import features (3) (${SERVER}/features/tags/index.ts)`,
  },
  {
    figure: 'upward imports in the server',
    files: { [`${SERVER}/jobs/lane.ts`]: "\nexport * from '@platform/server/features/tags/index'\n" },
    place: `${SERVER}/jobs/lane.ts:2: jobs (2) may not import features (3) (${SERVER}/features/tags/index.ts)`,
  },
  {
    figure: 'upward imports in the server',
    files: { [`${SERVER}/odds/ends.ts`]: "import '../runtime/clock.ts'\n" },
    place: `${SERVER}/odds/ends.ts:1: odds has no rank in scripts/house.js (${SERVER}/runtime/clock.ts)`,
  },
  {
    figure: 'upward imports in the server',
    files: {
      [`${SERVER}/compat/url.ts`]: filler(30),
      [`${SERVER}/main/open.ts`]: "import '../compat/url.ts'\n",
    },
    place: `${SERVER}/main/open.ts:1: only composition/context/connectors.ts may import compat (${SERVER}/compat/url.ts)`,
  },
  {
    figure: "imports of another package's src",
    files: { [`${SERVER}/runtime/log.ts`]: "import '../../../../packages/words/src/index.ts'\n" },
    place: `${SERVER}/runtime/log.ts:1: ../../../../packages/words/src/index.ts`,
  },
  {
    figure: "imports of another package's src",
    files: { 'bench/run.js': "await import('@platform/words/src/index.ts')\n" },
    place: 'bench/run.js:1: @platform/words/src/index.ts',
  },
  {
    figure: 'files of 20 lines or less with one importer',
    files: {
      [`${SERVER}/runtime/log.ts`]: "import './short.ts'\n",
      [`${SERVER}/runtime/short.ts`]: filler(20),
    },
    place: `${SERVER}/runtime/short.ts <- ${SERVER}/runtime/log.ts`,
  },
  {
    figure: '`as` in the server, without `as const`',
    files: { [`${SERVER}/runtime/log.ts`]: 'console.log(1 as unknown as string)\n'.repeat(5) },
    place: `${SERVER}/runtime/log.ts:5`,
  },
  {
    figure: '`!` (non-null) in the server',
    files: { [`${SERVER}/runtime/log.ts`]: 'console.log(process.env.LOG!.length)\n'.repeat(3) },
    place: `${SERVER}/runtime/log.ts:3`,
  },
]

testWith(GIT).each(violations)(
  '$figure: a violation fails and is named ($place)',
  { timeout: 60_000 },
  ({ figure, files, place }) => {
    const { status, exceeded, output } = runHouse({ ...KEPT, ...files })
    expect(exceeded, output).toEqual([figure])
    expect(output).toContain(`\n  ${place}\n`)
    expect(status).toBe(1)
  },
)

testWith(GIT)('a tracked source that is no valid TypeScript is named', () => {
  const { status, output } = runHouse({ ...KEPT, 'bench/run.js': 'const = 1\n' })
  expect(output).toContain("bench/run.js can't be parsed")
  expect(status).toBe(1)
})

testWith(GIT)('a folder that is no repository is skipped, with the reason', () => {
  const root = createFolder({ 'bench/run.js': LONG_TEXT })
  const { status, stdout } = spawnSync(process.execPath, [HOUSE, root], { encoding: 'utf8' })
  expect(stdout).toMatch(/^SKIPPED the figures of the sources: fatal: not a git repository/)
  expect(status).toBe(0)
})

test('without git on the PATH the figures are skipped, with the reason', () => {
  const { status, stdout } = spawnSync(process.execPath, [HOUSE], { encoding: 'utf8', env: { PATH: '' } })
  expect(stdout).toBe('SKIPPED the figures of the sources: there is no git on the PATH\n')
  expect(status).toBe(0)
})

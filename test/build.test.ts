import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const { removeStaleOutputs } = await import(new URL('../scripts/build.js', import.meta.url).href)
const { bundle } = await import(new URL('../scripts/build/bundle.js', import.meta.url).href)
const SIBLING_FILE = readFileSync(new URL('../apps/server/src/runtime/sibling-file.ts', import.meta.url), 'utf8')
const BUILD = JSON.stringify({ compilerOptions: { rootDir: 'server', outDir: 'dist' } })

/** Writes a package of these files into a new repository, removes stale outputs, and lists the files left in dist. */
const outputsAfter = (files: readonly string[]) =>
  outputsOf({ 'tsconfig.build.json': BUILD, ...Object.fromEntries(files.map(file => [file, ''])) })

function outputsOf(files: Readonly<Record<string, string>>): string[] {
  const folder = packageOf(files)
  removeStaleOutputs(dirname(dirname(folder)))
  return readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' }).sort()
}

/** Writes a package into a new repository. */
function packageOf(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'platform-build-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const folder = join(root, 'plugins/own')
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), content)
  }
  return folder
}

test('the outputs of a source that was deleted are removed, and its empty folder too', () => {
  const kept = ['index.js', 'index.js.map', 'index.d.ts', 'index.d.ts.map', 'pages/list.js']
  const stale = ['old.js', 'old.js.map', 'old.d.ts', 'old.d.ts.map', 'pages/old.js', 'gone/deep/index.js']
  const sources = ['server/index.ts', 'server/pages/list.tsx']
  expect(outputsAfter([...sources, ...[...kept, ...stale].map(file => `dist/${file}`)])).toEqual(
    [...kept, 'pages'].sort(),
  )
})

test('files that the compiler does not write for a source are kept', () => {
  const others = ['.tsbuildinfo', 'schema.graphql', 'words.json']
  expect(outputsAfter(['server/index.ts', ...others.map(file => `dist/${file}`)])).toEqual(others)
})

const BUNDLED = {
  'package.json': JSON.stringify({
    type: 'module',
    exports: { './*': { '@platform/source': './src/pages/*.ts', default: './dist/pages/*.js' } },
  }),
  'tsconfig.build.json': JSON.stringify({
    compilerOptions: { rootDir: 'src', outDir: 'dist', emitDeclarationOnly: true },
  }),
}

test('of a package whose modules are bundled, files stay that an entry imports, and others of an earlier build go', () => {
  const built = {
    'dist/pages/list.js': 'import { t } from "../shared/page.js";\nconst later = () => import("../shared/later.js");\n',
    'dist/shared/page.js': 'export { t } from "./text.js";\n',
    'dist/shared/text.js': '',
    'dist/shared/later.js': '',
  }
  const stale = { 'dist/shared/old.js': '', 'dist/shared/old.js.map': '', 'dist/pages/old.js': '', 'dist/old.d.ts': '' }
  const outputs = outputsOf({ ...BUNDLED, 'src/pages/list.ts': '', ...built, ...stale })
  expect(outputs.filter(name => name.endsWith('.js') || name.endsWith('.d.ts') || name.endsWith('.map'))).toEqual(
    Object.keys(built)
      .map(file => file.replace('dist/', ''))
      .sort(),
  )
})

test('bundled modules find files, threads and packages from where their source is', async () => {
  const folder = packageOf({
    ...BUNDLED,
    'src/pages/list.ts': "export { deep, text } from '../deep/er/module.ts'\n",
    'src/pages/other.ts': "export { deep } from '../deep/er/module.ts'\n",
    'src/deep/er/module.ts': [
      "import { siblingFile } from './sibling-file.ts'",
      "export const deep: URL = siblingFile(import.meta.url, 'worker')",
      "export const text: string = 'import.meta.url'",
    ].join('\n'),
    'src/deep/er/sibling-file.ts': SIBLING_FILE,
    'src/deep/er/worker.ts': 'export const answer: number = 42\n',
  })
  await bundle({ folder, settings: JSON.parse(BUNDLED['tsconfig.build.json']) })
  const { deep, text } = await import(pathToFileURL(join(folder, 'dist/pages/list.js')).href)
  expect(deep.href).toBe(pathToFileURL(join(folder, 'dist/deep/er/worker.js')).href)
  expect(await import(deep.href)).toMatchObject({ answer: 42 })
  expect(text).toBe('import.meta.url')
})

test('a library of `inlinedDependencies` is in the bundle with what it imports, but for its peers', async () => {
  const library = (name: string, manifest: object, text: string) => ({
    [`node_modules/${name}/package.json`]: JSON.stringify({ name, version: '1.2.3', ...manifest }),
    [`node_modules/${name}/index.js`]: text,
  })
  const folder = packageOf({
    ...BUNDLED,
    'package.json': JSON.stringify({ ...JSON.parse(BUNDLED['package.json']), inlinedDependencies: ['whole'] }),
    'src/pages/list.ts': [
      "export { answer } from 'whole'",
      "export { other } from 'other'",
      'export const place: string = import.meta.url',
    ].join('\n'),
    ...library('whole', { type: 'module', license: 'MIT', author: 'Ada', peerDependencies: { peer: '*' } }, WHOLE),
    'node_modules/part/LICENSE': 'The license of the part\n',
    ...library('part', { license: 'ISC' }, "exports.part = () => Number(require('node:path').basename('/a/40'))\n"),
    ...library('peer', { type: 'module' }, 'export const peer = 2\n'),
    ...library('other', { type: 'module' }, 'export const other = 1\n'),
  })
  await bundle({ folder, settings: JSON.parse(BUNDLED['tsconfig.build.json']) })
  const text = readFileSync(join(folder, 'dist/pages/list.js'), 'utf8')
  expect([...text.matchAll(/from "(.+)"/g)].map(([, name]) => name).sort()).toEqual([
    '../shared/location.js',
    '../shared/rolldown-runtime.js',
    'other',
    'peer',
  ])
  expect(await import(pathToFileURL(join(folder, 'dist/pages/list.js')).href)).toMatchObject({ answer: 42, other: 1 })
  expect(text).not.toContain('not used')
  const [part, whole, ...others] = readFileSync(join(folder, 'dist/third-party-licenses.txt'), 'utf8').split(
    `\n${'-'.repeat(80)}\n\n`,
  )
  expect(part).toBe('part 1.2.3, ISC\n\nThe license of the part\n')
  expect(whole).toMatch(/^whole 1\.2\.3, MIT\n\nCopyright \(c\) Ada\n\nPermission is hereby granted/)
  expect(others).toEqual([])
})

const WHOLE = `import { part } from 'part'
import { peer } from 'peer'
export const answer = part() + peer
export const unused = () => 'not used'
`

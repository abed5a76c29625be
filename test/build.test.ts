import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const { removeStaleOutputs } = await import(new URL('../scripts/build.js', import.meta.url).href)
const BUILD = JSON.stringify({ compilerOptions: { rootDir: 'server', outDir: 'dist' } })

/** Writes a package of these files into a new repository, removes stale outputs, and lists the files left in dist. */
function outputsAfter(files: readonly string[]): string[] {
  const root = mkdtempSync(join(tmpdir(), 'platform-build-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const folder = join(root, 'plugins/own')
  for (const file of ['tsconfig.build.json', ...files]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), file === 'tsconfig.build.json' ? BUILD : '')
  }
  removeStaleOutputs(root)
  return readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' }).sort()
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

import { readdir, readFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url))
const rows = (await readFile(new URL('findings.md', import.meta.url), 'utf8'))
  .split('\n')
  .filter(line => /^\| [0-9SPD]/.test(line))
  .map(line => line.slice(2, -2).split(' | '))

test('every fault has a line, each with a test or a reason', () => {
  const numbered = (letter: string, count: number) => Array.from({ length: count }, (_, i) => `${letter}${i + 1}`)
  const all = [
    '1a',
    '1b',
    '1c',
    '1d',
    '1e',
    ...numbered('', 43).slice(1),
    ...numbered('S', 16),
    ...numbered('P', 13),
    ...numbered('D', 17),
  ]
  expect([...new Set(rows.map(([id]) => id))]).toEqual(all)
  for (const row of rows) expect([row.length, row.every(cell => cell.trim() !== '')], row.join()).toEqual([5, true])
})

const tested = rows.filter(([, , file]) => file !== 'none')

test.each(tested)('%s, %s: the test is there', async (_id, _what, file, name) => {
  const source = (await readFile(join(REPOSITORY, file!), 'utf8')).replaceAll("\\'", "'")
  const begins = ["'", '"', '`'].some(quote => source.includes(`${quote}${name}${quote}`))
  expect([name, begins]).toEqual([name, true])
})

const { MUTATIONS } = (await import(new URL('scripts/mutants/table.js', pathToFileURL(REPOSITORY)).href)) as {
  MUTATIONS: readonly { readonly name: string; readonly test: string; readonly title: string }[]
}

/** The reason, in place of a mutation, why nothing can be mutated. */
const REASON = /^– \w.* \w/

test('every fault with a test has a mutation, or a reason why nothing can be mutated', () => {
  const bare = tested.filter(([, , , , name]) => name?.startsWith('–') && !REASON.test(name))
  expect(bare.map(([id, what]) => `${id}, ${what}`)).toEqual([])
})

test.each(rows.filter(row => !row[4]?.startsWith('–')))('%s, %s: its mutation is one that the test kills', (...row) => {
  const [, , file, title, name] = row
  const mutation = MUTATIONS.find(each => each.name === name)
  expect([name, mutation?.test, mutation && title?.startsWith(mutation.title)]).toEqual([name, file, true])
})

test('every package that the server imports is a dependency of its package.json', async () => {
  const folder = join(REPOSITORY, 'apps/server')
  const { name, dependencies, peerDependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    name: string
    dependencies: Record<string, string>
    peerDependencies: Record<string, string>
  }
  const files = (await readdir(join(folder, 'src'), { recursive: true })).filter(file => /\.tsx?$/.test(file))
  const imported = new Set(
    (
      await Promise.all(
        files.map(async file =>
          [
            ...(
              await readFile(join(folder, 'src', file), 'utf8')
            ).matchAll(/^(?:import|export)\b[^'"\n]*\bfrom '([^'.][^']*)'|\bimport\('([^'.][^']*)'\)/gm),
          ].map(([, from, dynamic]) => (from ?? dynamic)!),
        ),
      )
    ).flat(),
  )
  const packages = [...imported]
    .filter(specifier => !isBuiltin(specifier) && specifier !== name)
    .map(specifier =>
      specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/'),
    )
  expect(packages.length).toBeGreaterThan(20)
  expect(
    [...new Set(packages)].filter(found => !(found in { ...dependencies, ...peerDependencies })).toSorted(),
  ).toEqual([])
})

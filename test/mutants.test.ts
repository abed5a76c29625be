import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What this test reads of a row of scripts/mutants/table.js. */
interface Row {
  readonly name: string
  readonly file: string
  readonly before: string
  readonly after: string
  readonly test: string
  readonly title: string
}

const fromRoot = (path: string) => new URL(`../${path}`, import.meta.url)
const { MUTATIONS } = (await import(fromRoot('scripts/mutants/table.js').href)) as { MUTATIONS: readonly Row[] }

test.each(MUTATIONS)('the text that is mutated and the test that finds it are there: $name', row => {
  const source = readFileSync(fromRoot(row.file), 'utf8')
  expect([row.before, source.split(row.before).length - 1]).toEqual([row.before, 1])
  expect(row.after).not.toBe(row.before)
  expect([row.test, existsSync(fromRoot(row.test))]).toEqual([row.test, true])
  expect(readFileSync(fromRoot(row.test), 'utf8').replaceAll("\\'", "'")).toContain(row.title)
})

test('every mutation has a name of its own', () => {
  expect(new Set(MUTATIONS.map(({ name }) => name)).size).toBe(MUTATIONS.length)
})

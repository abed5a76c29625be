import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const REPOSITORY = fileURLToPath(new URL('..', import.meta.url))

/** The page that says what each case is, from the root of the repository. */
export const SECURITY_CASES = 'docs/security-cases.md'

/** A title that ends with the ids of cases, as it stands in the source of a test: `'... [K15, U09]'`. */
const CASES_OF_TITLE = /\[([A-Z]\d{1,2}(?:, [A-Z]\d{1,2})*)\]['"`]/g

/** The beginning of a text that has the ids of cases in front of its words: `'K15: ...'`, `'K15 U09 ...'`. */
const CASE_AT_THE_BEGINNING = /['"`][A-Z]\d{2}(?:,? [A-Z]\d{2})*:? [^'"`\n]*/g

/** A row of the page: id, what holds, files. */
const ROW = /^\| ([A-Z]\d{1,2}) \| (.+?) \|(.*)\|$/gm

/** Each id that a title of a test carries, with the files of those tests in alphabetical order. */
export function casesInTests(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>()
  for (const file of filesOfTests())
    for (const [, ids] of readFileSync(join(REPOSITORY, file), 'utf8').matchAll(CASES_OF_TITLE))
      for (const id of ids!.split(', ')) found.set(id, (found.get(id) ?? new Set()).add(file))
  return new Map([...found].map(([id, files]) => [id, [...files].toSorted()]))
}

/** Titles that begin with the id of a case, as `file: 'K15: ...'`. They should say the behaviour first. */
export function titlesThatBeginWithACase(): readonly string[] {
  return filesOfTests().flatMap(file =>
    [...readFileSync(join(REPOSITORY, file), 'utf8').matchAll(CASE_AT_THE_BEGINNING)].map(
      ([begin]) => `${file}: ${begin}`,
    ),
  )
}

/** The page with the files of today in its last column. */
export function securityCasesPage(): string {
  const files = casesInTests()
  return readFileSync(join(REPOSITORY, SECURITY_CASES), 'utf8').replaceAll(
    ROW,
    (_row, id: string, holds: string) => `| ${id} | ${holds} | ${(files.get(id) ?? []).map(linkTo).join(', ')} |`,
  )
}

/** The rows of the page, in its order. */
export function rowsOf(page: string): readonly { readonly id: string; readonly holds: string }[] {
  return [...page.matchAll(ROW)].map(([, id, holds]) => ({ id: id!, holds: holds! }))
}

/** The folder is shown without what all tests have in common, because a table has little room. */
const linkTo = (file: string) =>
  `[${file.replace(/^(apps|packages|plugins)\//, '').replace('/test/', '/')}](../${file})`

function filesOfTests(): string[] {
  const patterns = ['{apps,packages,plugins}/*/test/**/*.{ts,tsx}', 'tests/**/*.{ts,tsx}', 'test/*.test.ts']
  return globSync(patterns, { cwd: REPOSITORY, exclude: name => /(^|\/)(node_modules|dist)$/.test(name) })
}

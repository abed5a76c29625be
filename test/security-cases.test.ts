import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { casesInTests, rowsOf, SECURITY_CASES, securityCasesPage, titlesThatBeginWithACase } from './security-cases.ts'

const page = readFileSync(new URL(`../${SECURITY_CASES}`, import.meta.url), 'utf8')
const rows = rowsOf(page)
const used = casesInTests()

test('every case that a title of a test carries has a row in docs/security-cases.md', () => {
  expect(used.size).toBeGreaterThan(200)
  expect([...used.keys()].filter(id => rows.every(row => row.id !== id))).toEqual([])
})

test('every row of docs/security-cases.md has a test that carries its id', () => {
  expect(rows.map(({ id }) => id).filter(id => !used.has(id))).toEqual([])
})

test('a title says the behaviour first, and the case at its end', () => {
  expect(titlesThatBeginWithACase()).toEqual([])
})

test('each case has one row, under the heading of its letter, in the order of the numbers', () => {
  const sections = page.split(/^## /m).slice(1)
  for (const section of sections) {
    const numbers = rowsOf(section).map(({ id }) => {
      expect(id[0]).toBe(section[0])
      return Number(id.slice(1))
    })
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
  }
  expect(new Set(sections.map(section => section[0])).size).toBe(sections.length)
})

test('the meaning of each case is one sentence', () => {
  for (const { id, holds } of rows) expect([id, holds]).toEqual([id, expect.stringMatching(/^[A-Z`].*[^.]\.$/)])
})

test('the page names the files of today (pnpm run docs)', () => {
  expect(page).toBe(securityCasesPage())
})

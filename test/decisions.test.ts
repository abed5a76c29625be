import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { anchorOf, DECISIONS_INDEX, decisionsIndex, readDecisions } from './decisions.ts'

const decisions = readDecisions()
const byNumber = new Map(decisions.map(decision => [decision.number, decision]))

test('every number from 1 on is given to one decision', () => {
  const numbers = decisions.map(({ number }) => number).toSorted((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: Math.max(102, numbers.length) }, (_, i) => i + 1))
})

test('every decision has a choice, a reason and a date that the calendar has', () => {
  for (const { number, dates, parts } of decisions) {
    expect([number, parts.has('Choice'), parts.has('Reason')]).toEqual([number, true, true])
    for (const date of dates) expect([number, new Date(date).toISOString()]).toEqual([number, `${date}T00:00:00.000Z`])
    expect(dates).toEqual(dates.toSorted())
  }
})

test('a decision has one of the three states, and one that is to be followed says what the product does today', () => {
  for (const { number, state, parts } of decisions) {
    expect([number, state]).toEqual([number, expect.stringMatching(/^(in force|to be followed|superseded by .+)$/)])
    expect([number, parts.has('To be followed')]).toEqual([number, state === 'to be followed'])
  }
})

test('a superseded decision links to a later one that names it', () => {
  for (const { number, state } of decisions.filter(({ state: each }) => each.startsWith('superseded'))) {
    const [, later, link] = /^superseded by \[(\d+)\]\((.+)\)$/.exec(state) ?? []
    const successor = byNumber.get(Number(later))
    expect([number, successor && anchorOf(successor)]).toEqual([number, link])
    expect(Number(later)).toBeGreaterThan(number)
    expect(successor!.parts.get('Replaces')).toContain(`[${number}]`)
  }
})

test('a decision that is linked to from another exists, where the link says', () => {
  for (const { parts } of decisions)
    for (const text of parts.values())
      for (const [, number, link] of text.matchAll(/\[(\d+)\]\(([^)]+)\)/g))
        expect(anchorOf(byNumber.get(Number(number))!)).toBe(link)
})

test('the index lists what the files say (pnpm run docs)', () => {
  const index = readFileSync(new URL(`../${DECISIONS_INDEX}`, import.meta.url), 'utf8')
  expect(index).toBe(decisionsIndex())
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { karmaDifference, parseThresholds, reliability, trustOf } from '../src/index.ts'

const thresholds = parseThresholds('comment:2,-1;flag:2,-1')
const status = fc.constantFrom('NONE', 'ACCEPTED', 'REJECTED', 'PREMOD', 'SYSTEM_WITHHELD')

/** An author whose comments are decided about one after another. */
function author() {
  let karma = 0
  return {
    isHeld: () => trustOf({ comment: { karma } }, thresholds).commenter === false,
    decided: (decision: string, previous: string | null = null) => {
      karma += karmaDifference(previous, decision).author
    },
    get karma() {
      return karma
    },
  }
}

test('after one rejection comments wait until one is approved, after two until two are', () => {
  const ann = author()
  expect(ann.isHeld()).toBe(false)
  ann.decided('REJECTED')
  expect(ann.isHeld()).toBe(true)
  ann.decided('ACCEPTED')
  expect(ann.isHeld()).toBe(false)
  ann.decided('REJECTED')
  expect(ann.isHeld()).toBe(true)
  ann.decided('REJECTED')
  expect(ann.isHeld()).toBe(true)
  ann.decided('ACCEPTED')
  expect(ann.isHeld()).toBe(true)
  ann.decided('ACCEPTED')
  expect(ann.isHeld()).toBe(false)
})

test('a reversed decision takes back the worth of the first, and a repeated one changes nothing', () => {
  expect(karmaDifference('REJECTED', 'REJECTED')).toEqual({ author: 0, flaggers: 0 })
  expect(karmaDifference('REJECTED', 'ACCEPTED')).toEqual({ author: 2, flaggers: -2 })
  expect(karmaDifference('ACCEPTED', 'NONE')).toEqual({ author: -1, flaggers: 1 })
})

test('a comment is worth what its last decision is worth, after any earlier decisions', () => {
  fc.assert(
    fc.property(fc.array(status, { maxLength: 40 }), decisions => {
      const differences = decisions.map((decision, i) => karmaDifference(decisions[i - 1] ?? null, decision))
      const karma = differences.reduce((sum, { author }) => sum + author, 0)
      const last = decisions.at(-1)
      expect(karma).toBe(last === 'ACCEPTED' ? 1 : last === 'REJECTED' ? -1 : 0)
      expect(differences.reduce((sum, { flaggers }) => sum + flaggers, 0)).toBe(0 - karma)
    }),
  )
})

test('thresholds are inclusive, and more karma never makes a user less reliable', () => {
  expect([-2, -1, 0, 1, 2, 3].map(karma => reliability(karma, thresholds.comment))).toEqual([
    false,
    false,
    null,
    null,
    true,
    true,
  ])
  const rank = (karma: number, threshold: { reliable: number; unreliable: number }) =>
    [false, null, true].indexOf(reliability(karma, threshold))
  const pair = fc.tuple(fc.integer(), fc.integer()).filter(([a, b]) => a > b)
  fc.assert(
    fc.property(fc.integer(), fc.nat(), pair, (karma, more, [reliable, unreliable]) => {
      expect(rank(karma + more, { reliable, unreliable })).toBeGreaterThanOrEqual(rank(karma, { reliable, unreliable }))
    }),
  )
})

test('a user without stored karma has a karma of 0', () => {
  const neither = { commenter: null, commenterKarma: 0, flagger: null, flaggerKarma: 0 }
  for (const record of [undefined, {}, { comment: {} }, { flag: { karma: 0 } }])
    expect(trustOf(record, thresholds)).toEqual(neither)
})

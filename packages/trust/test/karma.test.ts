import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decisionBefore, karmaDifference, parseThresholds, reliability, trustOf, type StatusEntry } from '../src/index.ts'

const thresholds = parseThresholds('comment:2,-1;flag:2,-1')
const status = fc.constantFrom('NONE', 'ACCEPTED', 'REJECTED', 'PREMOD', 'SYSTEM_WITHHELD')

/** An author whose comments are decided about one after another. */
function author() {
  let karma = 0
  return {
    isHeld: () => trustOf({ comment: { karma } }, thresholds).commenter === false,
    decided: (decision: string, previous: string | null = null) => { karma += karmaDifference(previous, decision).author },
    get karma() { return karma },
  }
}

test('one rejection holds the next comment until one is approved; rejected again, until two are', () => {
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

test('a reversed decision takes back what the first was worth, and the same one again is worth nothing', () => {
  expect(karmaDifference('REJECTED', 'REJECTED')).toEqual({ author: 0, flaggers: 0 })
  expect(karmaDifference('REJECTED', 'ACCEPTED')).toEqual({ author: 2, flaggers: -2 })
  expect(karmaDifference('ACCEPTED', 'NONE')).toEqual({ author: -1, flaggers: 1 })
})

test('what the pipeline decides is no decision', () => {
  expect(decisionBefore([])).toBe(null)
  expect(decisionBefore([{ type: 'REJECTED', assigned_by: null }])).toBe(null)
  expect(decisionBefore([{ type: 'NONE', assigned_by: null }, { type: 'ACCEPTED', assigned_by: 'mod' }, { type: 'NONE', assigned_by: null }])).toBe('ACCEPTED')
})

test('a comment is worth what the last decision about it is worth, however it came about', () => {
  fc.assert(fc.property(fc.array(fc.record({ type: status, assigned_by: fc.constantFrom('mod', null) }), { maxLength: 40 }), entries => {
    const history: StatusEntry[] = []
    let karma = 0
    let flaggers = 0
    for (const entry of entries) {
      if (entry.assigned_by !== null) {
        const difference = karmaDifference(decisionBefore(history), entry.type)
        karma += difference.author
        flaggers += difference.flaggers
      }
      history.push(entry)
    }
    const last = decisionBefore(history)
    expect(karma).toBe(last === 'ACCEPTED' ? 1 : last === 'REJECTED' ? -1 : 0)
    expect(flaggers).toBe(0 - karma)
  }))
})

test('thresholds are inclusive, and more karma never makes anybody less reliable', () => {
  expect([-2, -1, 0, 1, 2, 3].map(karma => reliability(karma, thresholds.comment))).toEqual([false, false, null, null, true, true])
  const rank = (karma: number, threshold: { reliable: number; unreliable: number }) => [false, null, true].indexOf(reliability(karma, threshold))
  const pair = fc.tuple(fc.integer(), fc.integer()).filter(([a, b]) => a > b)
  fc.assert(fc.property(fc.integer(), fc.nat(), pair, (karma, more, [reliable, unreliable]) => {
    expect(rank(karma + more, { reliable, unreliable })).toBeGreaterThanOrEqual(rank(karma, { reliable, unreliable }))
  }))
})

test('nothing stored counts as nothing done', () => {
  const neither = { commenter: null, commenterKarma: 0, flagger: null, flaggerKarma: 0 }
  for (const record of [undefined, {}, { comment: {} }, { flag: { karma: 0 } }]) expect(trustOf(record, thresholds)).toEqual(neither)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseThresholds, ThresholdsError } from '../src/index.ts'

const problemsOf = (text: string): readonly string[] => {
  try {
    parseThresholds(text)
    return []
  } catch (error) {
    if (error instanceof ThresholdsError) return error.problems
    throw error
  }
}

test('a name left out keeps its default, and one trailing semicolon is fine', () => {
  expect(parseThresholds('flag:5,-3;')).toEqual({
    comment: { reliable: 2, unreliable: -1 },
    flag: { reliable: 5, unreliable: -3 },
  })
  expect(parseThresholds('comment:2,-1;flag:2,-1')).toEqual({
    comment: { reliable: 2, unreliable: -1 },
    flag: { reliable: 2, unreliable: -1 },
  })
  expect(Object.is(parseThresholds('comment:1,-0').comment.unreliable, 0)).toBe(true)
})

test('every bad segment is named, all in one error [V37]', () => {
  const problems = problemsOf('comment:-1,2;x:1,2;flag:2;flag:1,0;flag:3,0;')
  expect(problems).toHaveLength(4)
  for (const [i, segment] of ['"comment:-1,2"', '"x:1,2"', '"flag:2"', '"flag:3,0"'].entries())
    expect(problems[i]).toContain(segment)
  expect(problems[0]).toContain('RELIABLE above UNRELIABLE')
  expect(problems[3]).toContain('repeats the name flag')
})

test('a text of a million segments is refused with a short report [E09]', () => {
  const problems = problemsOf('x;'.repeat(1_000_000))
  expect(problems).toHaveLength(11)
  expect(problems[10]).toContain('1000000 segments')
})

test('written thresholds are read back, and any other text throws a ThresholdsError only', () => {
  const pair = fc
    .tuple(fc.integer({ min: -999_999, max: 999_999 }), fc.integer({ min: -999_999, max: 999_999 }))
    .filter(([a, b]) => a > b)
  fc.assert(
    fc.property(pair, pair, (comment, flag) => {
      expect(parseThresholds(`comment:${comment};flag:${flag}`)).toEqual({
        comment: { reliable: comment[0], unreliable: comment[1] },
        flag: { reliable: flag[0], unreliable: flag[1] },
      })
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'comentflag:;,-012３ ') }), text => {
      expect(problemsOf(text).length).toBeLessThanOrEqual(11)
    }),
  )
})

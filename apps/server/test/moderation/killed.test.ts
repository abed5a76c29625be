import { expect, test } from 'vitest'
import { ACTS, type Act } from './acts.ts'
import { killedAtEachWrite } from './kill-points.ts'
import { surviveKills } from './killed.ts'

test('a server that is killed while many people write leaves every count right [K19]', {
  timeout: 240_000,
}, async () => {
  const { done, wrong } = await surviveKills({ kills: 2, operations: 150, seed: 5 })
  expect(done).toBeGreaterThan(300)
  expect(wrong).toEqual([])
})

/** Of what takes many commits every eighth: all of them are for the long run. */
const LONG: readonly Act[] = ['delete', 'merge']

test.each(Object.keys(ACTS) as Act[])(
  'killed after a commit of one operation (%s), a server ends in the same state once it starts again [K19]',
  { timeout: 240_000 },
  async name => {
    const points = await killedAtEachWrite(name, { every: 'commit', step: LONG.includes(name) ? 8 : 1 })
    expect(points.length).toBeGreaterThan(1)
    for (const point of points) expect(point).toEqual({ killed: point.killed, wrong: [], done: points.at(-1)!.done })
  },
)

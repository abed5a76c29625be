import { expect, test } from 'vitest'
import { ACTS, type Act } from './acts.ts'
import { killedAtEachWrite } from './kill-points.ts'
import { surviveKills } from './killed.ts'

test.each([11, 12, 13])(
  'thousands of operations and a dozen killed servers leave every count right (seed %i) [K19]',
  { timeout: 1_800_000 },
  async seed => {
    const { done, wrong } = await surviveKills({ kills: 12, operations: 1_000, seed: seed * 1_000 })
    expect(done).toBeGreaterThan(12_000)
    expect(wrong).toEqual([])
  },
)

test.each(Object.keys(ACTS) as Act[])(
  'killed after each write of one operation (%s), a server ends in the same state once it starts again [K19]',
  { timeout: 1_800_000 },
  async name => {
    const points = await killedAtEachWrite(name, { every: 'statement' })
    expect(points.length).toBeGreaterThan(3)
    for (const point of points) expect(point).toEqual({ killed: point.killed, wrong: [], done: points.at(-1)!.done })
  },
)

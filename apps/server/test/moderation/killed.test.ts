import { beforeEach, expect, test } from 'vitest'
import { needsEmbeddedStore } from '../../../../test/needs.ts'
import { ACTS, type Act } from './acts.ts'
import { killedAtEachWrite } from './kill-points.ts'
import { surviveKills } from './killed.ts'

// The server is killed at the writes of SQLite.
beforeEach(needsEmbeddedStore)

test('a server that is killed while many users write leaves every count right [K19]', {
  timeout: 240_000,
}, async () => {
  const { done, wrong } = await surviveKills({ kills: 2, operations: 150, seed: 5 })
  expect(done).toBeGreaterThan(300)
  expect(wrong).toEqual([])
})

/** These operations commit often, so a server is killed at fewer of their commits; `pnpm test:long` tries each. */
const LONG: readonly Act[] = ['delete', 'merge']

test.each(Object.keys(ACTS) as Act[])(
  'a server that was killed after a commit of %s ends in the same state when it starts again [K19]',
  { timeout: 240_000 },
  async name => {
    const points = await killedAtEachWrite(name, { every: 'commit', step: LONG.includes(name) ? 16 : 2 })
    expect(points.length).toBeGreaterThan(1)
    for (const point of points) expect(point).toEqual({ killed: point.killed, wrong: [], done: points.at(-1)!.done })
  },
)

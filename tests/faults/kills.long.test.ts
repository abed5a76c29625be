import { expect, test } from 'vitest'
import { killAt } from './kills.ts'

/** A delivery that was interrupted again and again waits longer each time. Milliseconds. */
const PATIENCE = 1_800_000
/** Far more moments than a round has: the last round ends before its moment. */
const EVERY = Array.from({ length: 1_000 }, (_, moment) => moment)

test('a server that is killed before and after each write of a round loses nothing, and does nothing twice [K19]', {
  timeout: 3_600_000,
}, async () => {
  const { kills, wrong } = await killAt(EVERY, { patience: PATIENCE })
  expect(wrong).toEqual([])
  expect(kills).toBeGreaterThan(100)
})

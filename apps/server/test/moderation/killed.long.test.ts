import { expect, test } from 'vitest'
import { surviveKills } from './killed.ts'

test.each([11, 12, 13])('K19 thousands of operations and a dozen killed servers leave every count right (seed %i)', { timeout: 1_800_000 }, async seed => {
  const { done, wrong } = await surviveKills({ kills: 12, operations: 1_000, seed: seed * 1_000 })
  expect(done).toBeGreaterThan(12_000)
  expect(wrong).toEqual([])
})

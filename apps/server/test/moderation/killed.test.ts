import { expect, test } from 'vitest'
import { surviveKills } from './killed.ts'

test('K19 a server that is killed while many people write leaves every count right', { timeout: 240_000 }, async () => {
  const { done, wrong } = await surviveKills({ kills: 2, operations: 150, seed: 5 })
  expect(done).toBeGreaterThan(300)
  expect(wrong).toEqual([])
})

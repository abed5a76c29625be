import { test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { expectOneIsTold } from './decide-at-once.ts'

describeWith(CHROMIUM)('two moderators who decide in the same instant, in Chromium', { timeout: 600_000 }, () => {
  test('one of them is told each time, a hundred times', async () => {
    await using visited = await startVisited()
    await expectOneIsTold(visited, visited, 100)
  })
})

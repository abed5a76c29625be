import { afterAll, beforeAll, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { expectExactRows } from './scroll-through.ts'

describeWith(CHROMIUM)('a queue of 5,000 comments, in Chromium', { timeout: 1_800_000 }, () => {
  let visited: Visited
  beforeAll(async () => {
    visited = await startVisited()
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  test('is scrolled through while ten comments a second arrive: no row twice, none missing, and few cards at a time', async () => {
    const moderator = await visited.platform.createUser({ roles: ['MODERATOR'] })
    await expectExactRows(visited, moderator, 5_000)
  })
})

import type { Asset } from '@platform/plugin-sdk'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startVisited, type Visited } from '../../../apps/server/test/pages/browser.ts'
import { CHROMIUM } from '../../../apps/server/test/pages/chromium.ts'
import { noteShifts, readShifts } from '../../../apps/server/test/stream/layout-shifts.ts'
import { writeThread } from '../../../apps/server/test/stream/long-thread.ts'
import { signInBy } from '../../../apps/server/test/stream/writer.ts'
import { describeWith } from '../../../test/needs.ts'
import { longestTask } from './longest-task.ts'

/** The longest task of a page while it scrolls, in milliseconds of processor time: the clock counts other work too. */
const LONGEST = 50
const ROOTS = 260
const REPLIES = 3

describeWith(CHROMIUM)('a long discussion, in Chromium', { timeout: 120_000 }, () => {
  let visited: Visited
  let asset: Asset

  beforeAll(async () => {
    visited = await startVisited()
    asset = await writeThread(visited.platform, {
      roots: ROOTS,
      replies: REPLIES,
      textOf: number => `${TEXT} ${number}`,
    })
  }, 120_000)
  afterAll(() => visited?.[Symbol.asyncDispose]())

  const comments = (page: Page) => page.locator('#thread article').count()

  test('of a thousand comments scrolls without a task of more than 50 ms', async () => {
    const page = await visited.open(`/embed/stream?asset_id=${asset.id}`, { viewport: { width: 800, height: 900 } })
    await page.locator('.stream.alive').waitFor()
    for (let before = await comments(page); before < 1_000; before = await comments(page)) {
      await page.locator('.pager a').click()
      await expect.poll(() => comments(page)).toBeGreaterThan(before)
    }
    const longest = await longestTask(page, async () => {
      for (let step = 0; step < 60; step++) {
        await page.mouse.wheel(0, 1_500)
        await page.evaluate(() => new Promise(resolve => requestAnimationFrame(resolve)))
      }
    })
    console.log(`longest task while a thousand comments scroll: ${longest.toFixed(1)} ms of processor time`)
    expect(longest).toBeGreaterThan(0)
    expect(longest).toBeLessThanOrEqual(LONGEST)
    await page.context().close()
  })

  test.each([
    ['anonymous', 320],
    ['anonymous', 800],
    ['signed-in', 320],
    ['signed-in', 800],
  ])('nothing in it moves after the first paint, for an %s reader at %i pixels', async (who, width) => {
    const page = await visited.open('about:blank', { viewport: { width, height: 900 } })
    if (who === 'signed-in') await signInBy(visited, page, await visited.platform.createUser())
    await noteShifts(page)
    const live = page.waitForEvent('websocket')
    await page.goto(`${visited.root}/embed/stream?asset_id=${asset.id}`)
    await live
    await page.waitForLoadState('networkidle')
    expect(await readShifts(page)).toEqual([])
    await page.context().close()
  })
})

const TEXT = 'The canal was full of water again last week, and the path beside it is open as far as the old mill.'

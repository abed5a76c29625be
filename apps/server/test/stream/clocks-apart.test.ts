import type { Asset } from '@platform/plugin-sdk'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { untilDrawn } from './until-drawn.ts'
import { openAsWriter, openFollowing } from './writer.ts'

/** By how much the clock of one server is ahead of that of the other: less than they may differ. */
const AHEAD = 8_000

describeWith(CHROMIUM)('a comment that is stored after one with a later time, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let asset: Asset
  beforeAll(async () => {
    visited = await startVisited()
  })
  beforeEach(async () => {
    asset = await visited.platform.createAsset()
    await visited.platform.createComment({ asset, body: 'Known before' })
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  /** Does something as the server whose clock is ahead. */
  async function ahead<T>(work: () => Promise<T>): Promise<T> {
    const { clock } = visited.platform
    clock.advance(AHEAD)
    try {
      return await work()
    } finally {
      clock.advance(-AHEAD)
    }
  }
  const post = (body: string) => visited.platform.createComment({ asset, body })

  test('is read by a page that comes back, and no other one is read twice', async () => {
    await using reader = await openAsWriter(visited, asset, null)
    const { page } = reader
    // As at another server, nothing is sent again to a connection that comes back.
    await page.routeWebSocket(/\/api\/v1\/live/, socket => {
      const server = socket.connectToServer()
      socket.onMessage(message => server.send(String(message).replace(/"cursor":"[^"]*"/, '"cursor":"unknown"')))
    })
    await openFollowing(page)
    await untilDrawn(page)
    const absent = async (work: () => Promise<unknown>) => {
      await page.context().setOffline(true)
      await page.getByText('You are offline.').waitFor()
      await work()
      await page.context().setOffline(false)
    }
    await absent(() => ahead(() => post('By the server ahead')))
    await page.getByRole('button', { name: 'Show 1 new comment' }).waitFor()
    await absent(() => post('By the exact server'))
    await page.getByRole('button', { name: 'Show 2 new comments' }).click()
    await page.locator('#thread .text', { hasText: 'By the exact server' }).waitFor()
    expect(await page.locator('#thread .text').allTextContents()).toHaveLength(3)
  })

  test('is read by a page that was made by the server ahead', async () => {
    const page = await visited.open('about:blank')
    // The page is there, and its subscriptions are not.
    await page.route(/\/live-[^/]*\.js$/, async route => {
      visited.platform.clock.advance(-AHEAD)
      await post('Right after the page')
      await route.continue()
    })
    visited.platform.clock.advance(AHEAD)
    await page.goto(`${visited.root}/discussions/${asset.id}`)
    await page.getByRole('button', { name: 'Show 1 new comment' }).click()
    await page.locator('#thread .text', { hasText: 'Right after the page' }).waitFor()
    expect(await page.locator('#thread .text').allTextContents()).toHaveLength(2)
    await page.context().close()
  })

  test('no page complained', () => {
    expect(visited.complaints).toEqual([])
  })
})

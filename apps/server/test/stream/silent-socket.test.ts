import type { Asset } from '@platform/plugin-sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'

describeWith(CHROMIUM)('a proxy that opens sockets and passes nothing on', { timeout: 60_000 }, () => {
  let visited: Visited
  let asset: Asset
  beforeAll(async () => {
    visited = await startVisited()
    asset = await visited.platform.createAsset()
    await visited.platform.createComment({ asset, body: 'The first one' })
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  test('the page gives the socket up, and asks for new comments instead', async () => {
    const page = await visited.open('about:blank')
    await page.clock.install()
    let opened = 0
    await page.routeWebSocket(/\/api\/v1\/live/, () => void opened++)
    await page.goto(`/discussions/${asset.id}`)
    const pass = (time: number) => page.clock.runFor(time)
    await expect.poll(() => pass(100).then(() => opened)).toBe(1)
    await visited.platform.createComment({ asset, body: 'The second one' })
    const news = page.getByRole('button', { name: 'Show 1 new comment' })
    await expect.poll(() => pass(5_000).then(() => news.count()), { timeout: 20_000 }).toBe(1)
    await news.click()
    await page.locator('.text', { hasText: 'The second one' }).waitFor()
    expect(visited.complaints).toEqual([])
    await page.context().close()
  })
})

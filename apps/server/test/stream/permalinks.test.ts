import type { Asset, Comment } from '@platform/plugin-sdk'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { untilDrawn } from './until-drawn.ts'

describeWith(CHROMIUM)('the link to a comment, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let asset: Asset
  let reply: Comment
  beforeAll(async () => {
    visited = await startVisited()
    const { platform } = visited
    asset = await platform.createAsset()
    const root = await platform.createComment({ asset, body: 'the root' })
    reply = await platform.createComment({ asset, body: 'the reply', parent: root })
    await platform.createComment({ asset, body: 'something else' })
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  async function expectReply(page: Page): Promise<void> {
    expect(await page.locator('.focused > article .text').textContent()).toBe('the reply')
    expect(await page.locator('.focus .above .text').allTextContents()).toEqual(['the root'])
    expect(await page.getByText('something else').count()).toBe(0)
  }
  const GONE = 'The comment that the address names does not exist any more. This is the whole discussion.'

  test.each(['commentId', 'commentID'])('by ?%s= shows it below what it answers without script', async name => {
    const page = await visited.open(`/discussions/${asset.id}?${name}=${reply.id}&lang=de`, {
      javaScriptEnabled: false,
    })
    await expectReply(page)
    const { pathname, searchParams } = new URL(page.url())
    expect([pathname, searchParams.get('lang')]).toEqual([`/discussions/${asset.id}/comments/${reply.id}`, 'de'])
    await page.context().close()
  })

  test('in the feed shows it without script', async () => {
    const feed = await (await visited.platform.http(`/discussions/${asset.id}/feed.atom`)).text()
    const [, address = ''] = new RegExp(`href="([^"]*${reply.id}[^"]*)"`).exec(feed) ?? []
    const { pathname, search } = new URL(address)
    const page = await visited.open(pathname + search, { javaScriptEnabled: false })
    await expectReply(page)
    await page.context().close()
  })

  test('shows the same with script, and nothing moves when the browser draws it', async () => {
    const page = await visited.open(`/discussions/${asset.id}?commentId=${reply.id}`)
    const place = () => page.locator('.focused > article').boundingBox()
    const before = await place()
    await page.locator('.focused .when').first().hover()
    await untilDrawn(page)
    await expectReply(page)
    expect(await place()).toEqual(before)
    await page.context().close()
  })

  test.each([false, true])(
    'to one that does not exist shows the discussion with a notice (script: %s)',
    async script => {
      const page = await visited.open('about:blank', { javaScriptEnabled: script })
      const answer = await page.goto(`${visited.root}/discussions/${asset.id}?commentId=nowhere`)
      expect(answer?.status()).toBe(404)
      expect(await page.locator('#held').textContent()).toBe(GONE)
      expect(await page.locator('#thread .text').allTextContents()).toEqual(['something else', 'the root', 'the reply'])
      await page.context().close()
    },
  )
})

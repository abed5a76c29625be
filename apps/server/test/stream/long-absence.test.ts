import { documents } from '@platform/stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { untilDrawn } from './until-drawn.ts'
import { openAsWriter, openFollowing } from './writer.ts'

/** More comments than are sent again to a connection that comes back, and than several requests read. */
const MISSED = 230

describeWith(CHROMIUM)('coming back after a long absence, in Chromium', { timeout: 120_000 }, () => {
  let visited: Visited

  beforeAll(async () => {
    visited = await startVisited()
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  test('every comment that was missed is announced and shown, also when another one comes meanwhile', async () => {
    const { platform } = visited
    const asset = await platform.createAsset()
    const author = await platform.createUser()
    await platform.createComment({ asset, author, body: 'Before' })
    await using reader = await openAsWriter(visited, asset, null)
    const { page } = reader
    const [, newer = ''] = documents.NewerComments.split(':')
    await openFollowing(page)
    await untilDrawn(page)
    await page.context().setOffline(true)
    await page.getByText('You are offline.').waitFor()
    for (let index = 0; index < MISSED; index += 1)
      await platform.createComment({ asset, author, body: `Missed ${index}` })
    let asked = 0
    await page.route(
      url => url.search.includes(newer),
      async route => {
        asked += 1
        if (asked === 2) await platform.createComment({ asset, author, body: 'Meanwhile' })
        await (asked === 3 ? route.abort() : route.continue())
      },
    )
    // The third request fails, so the page reads on when the connection is made again.
    await page.context().setOffline(false)
    await page.getByText(/^Show \d+ new comments$/).waitFor()
    await expect.poll(() => asked).toBeGreaterThan(2)
    await page.context().setOffline(true)
    await page.getByText('You are offline.').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: `Show ${MISSED + 1} new comments` }).click()
    await page.locator('.text', { hasText: /^Meanwhile$/ }).waitFor()
    const texts = await page.locator('#thread .text').allTextContents()
    expect(texts).toEqual(expect.arrayContaining(['Before', 'Meanwhile', 'Missed 0', `Missed ${MISSED - 1}`]))
    expect(texts).toHaveLength(MISSED + 2)
  })

  test('no page complained', () => {
    expect(visited.complaints).toEqual([])
  })
})

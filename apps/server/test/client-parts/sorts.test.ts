import { definePlugin, defineReaction } from '@platform/plugin-sdk'
import { loadStreamBuild, withParts } from '@platform/stream'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { untilDrawn } from '../stream/until-drawn.ts'
import { openAsWriter } from '../stream/writer.ts'

const respect = definePlugin({ name: 'platform-plugin-respect', sdk: '^1.0', ...defineReaction('respect') })
const SORTS = ['most-replied', 'most-respected', 'most-liked', 'newest', 'oldest']
const PARTS = ['platform-plugin-viewing-options', ...SORTS.map(name => `platform-plugin-sort-${name}`)]
const RESPECT = 'mutation ($id: ID!) { createRespectAction(input: { item_id: $id }) { errors { message } } }'

describeWith(CHROMIUM)('the orders of plugins, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  beforeAll(async () => {
    visited = await startVisited({ plugins: [respect], streamBuild: withParts(await loadStreamBuild(), PARTS) })
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  /** Three comments; the second one is respected, and the first one answered. */
  async function makeThread() {
    const { platform } = visited
    const asset = await platform.createAsset()
    const [one, two] = [
      await platform.createComment({ asset, body: 'one' }),
      await platform.createComment({ asset, body: 'two' }),
    ]
    await platform.createComment({ asset, body: 'three' })
    await platform.createComment({ asset, body: 'an answer', parent: one })
    await platform.as(await platform.createUser()).graphql(RESPECT, { id: two.id })
    return asset
  }
  const roots = (page: Page) => page.locator('#thread > li > article .text').allTextContents()
  const entries = (page: Page) => page.locator('.viewing-options .menu-entry').allTextContents()

  test('stand in one menu; an order whose plugin does not count on the server is not offered', async () => {
    const asset = await makeThread()
    await using reader = await openAsWriter(visited, asset, null)
    const { page } = reader
    expect(await page.locator('.sorts').count()).toBe(0)
    await page.getByText('Viewing options').click()
    expect(await entries(page)).toEqual(['Most replied', 'Most respected', 'Newest first', 'Oldest first'])
    await page.getByRole('link', { name: 'Most respected' }).click()
    await expect.poll(() => roots(page)).toEqual(['two', 'three', 'one'])
    expect(new URL(page.url()).search).toBe('?sort=respects')
    expect(await page.locator('.viewing-options').getAttribute('open')).toBeNull()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Viewing options')
    await page.reload()
    expect(await roots(page)).toEqual(['two', 'three', 'one'])
    await page.getByText('Viewing options').click()
    await untilDrawn(page)
    expect(await page.locator('.menu-entry[aria-current]').allTextContents()).toEqual(['Most respected'])
    await page.keyboard.press('Escape')
    expect(await page.locator('.viewing-options').getAttribute('open')).toBeNull()
    await page.getByText('Viewing options').click()
    await page.locator('h2').click()
    await expect.poll(() => page.locator('.viewing-options').getAttribute('open')).toBeNull()
    expect(visited.complaints).toEqual([])
  })

  test('are chosen without script, too; an order that the site does not have is the newest first', async () => {
    const asset = await makeThread()
    const page = await visited.open(`/discussions/${asset.id}`, { javaScriptEnabled: false })
    await page.getByText('Viewing options').click()
    await page.getByRole('link', { name: 'Most replied' }).click()
    expect((await roots(page))[0]).toBe('one')
    for (const unknown of ['likes', 'RESPECTS', 'nothing', 'constructor', 'created_at']) {
      await page.goto(`/discussions/${asset.id}?sort=${unknown}`)
      expect(await roots(page)).toEqual(['three', 'two', 'one'])
    }
    await page.context().close()
  })
})

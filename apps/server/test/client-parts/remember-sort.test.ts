import type { Asset } from '@platform/plugin-sdk'
import { loadStreamBuild, withParts } from '@platform/stream'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { untilDrawn } from '../stream/until-drawn.ts'

const KEPT = 'platform:part:platform-plugin-remember-sort:sort'
const PARTS = ['viewing-options', 'sort-newest', 'sort-oldest', 'sort-most-replied', 'remember-sort']

describeWith(CHROMIUM)('the order that a reader chose, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  beforeAll(async () => {
    const parts = PARTS.map(name => `platform-plugin-${name}`)
    visited = await startVisited({ streamBuild: withParts(await loadStreamBuild(), parts) })
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  async function makeThread(): Promise<Asset> {
    const { platform } = visited
    const asset = await platform.createAsset()
    await platform.createComment({ asset, body: 'one' })
    const two = await platform.createComment({ asset, body: 'two' })
    await platform.createComment({ asset, body: 'three' })
    await platform.createComment({ asset, body: 'an answer', parent: two })
    return asset
  }
  const addressOf = ({ id }: Asset, query = '') => `${visited.root}/discussions/${id}${query}`
  const roots = (page: Page) => page.locator('#thread > li > article .text').allTextContents()
  const kept = (page: Page) => page.evaluate(name => localStorage.getItem(name), KEPT)
  async function choose(page: Page, name: string): Promise<void> {
    await page.getByText('Viewing options').click()
    await page.getByRole('link', { name }).click()
  }
  const OLDEST = '{"sortBy":"CREATED_AT","sortOrder":"ASC"}'

  test('is the order of every discussion from then on, until the usual one is chosen again', async () => {
    const page = await visited.open(addressOf(await makeThread()))
    expect(await kept(page)).toBeNull()
    await choose(page, 'Oldest first')
    await expect.poll(() => roots(page)).toEqual(['one', 'two', 'three'])
    expect(await kept(page)).toBe(OLDEST)
    await page.goto(addressOf(await makeThread()))
    await expect.poll(() => roots(page)).toEqual(['one', 'two', 'three'])
    await choose(page, 'Newest first')
    await expect.poll(() => roots(page)).toEqual(['three', 'two', 'one'])
    expect(await kept(page)).toBeNull()
    expect(visited.complaints).toEqual([])
    await page.context().close()
  })

  test('gives way to an order in the address, and stays the choice of the reader', async () => {
    const page = await visited.open(addressOf(await makeThread()))
    await choose(page, 'Oldest first')
    await expect.poll(() => kept(page)).toBe(OLDEST)
    await page.goto(addressOf(await makeThread(), '?sort=replies'))
    await untilDrawn(page)
    expect((await roots(page))[0]).toBe('two')
    expect(await kept(page)).toBe(OLDEST)
    await page.context().close()
  })

  test('is not forgotten while the comments can not be read in it', async () => {
    const page = await visited.open(addressOf(await makeThread()))
    await choose(page, 'Oldest first')
    await expect.poll(() => roots(page)).toEqual(['one', 'two', 'three'])
    let isDown = true
    await page.route(/\/api\/v1\/graph\/ql/, route => (isDown ? route.abort() : route.continue()))
    await page.goto(addressOf(await makeThread()))
    const again = page.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    expect(await roots(page)).toEqual(['three', 'two', 'one'])
    expect(await kept(page)).toBe(OLDEST)
    isDown = false
    await again.click()
    await expect.poll(() => roots(page)).toEqual(['one', 'two', 'three'])
    expect(await kept(page)).toBe(OLDEST)
    await page.context().close()
  })

  test.each([
    'no JSON',
    '{"sortBy":"LIKES","sortOrder":"DESC"}',
    '{"sortBy":"CREATED_AT","sortOrder":"UP"}',
    '["CREATED_AT"]',
    '7',
  ])('that is kept as %s is no order, and the usual one is shown', async text => {
    const page = await visited.open('/')
    await page.evaluate(([name, value]) => localStorage.setItem(name!, value!), [KEPT, text])
    await page.goto(addressOf(await makeThread()))
    await untilDrawn(page)
    expect(await roots(page)).toEqual(['three', 'two', 'one'])
    expect(visited.complaints).toEqual([])
    await page.context().close()
  })
})

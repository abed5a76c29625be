import type { Asset } from '@platform/plugin-sdk'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { openAsWriter } from './writer.ts'

/** More than a page of the list. */
const COMMENTS = 25

describeWith(CHROMIUM)('answers that arrive late', { timeout: 60_000 }, () => {
  let visited: Visited
  let asset: Asset

  beforeAll(async () => {
    visited = await startVisited()
    asset = await visited.platform.createAsset()
    for (let each = 1; each <= COMMENTS; each++)
      await visited.platform.createComment({ asset, body: `Comment ${each}.` })
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  /** Holds the answers to the questions whose variables have a text. */
  async function hold(page: Page, wanted: RegExp) {
    const [asked, allowed, answered] = [1, 2, 3].map(() => Promise.withResolvers<void>())
    await page.route(
      url => wanted.test(url.searchParams.get('variables') ?? ''),
      async route => {
        asked!.resolve()
        const response = await route.fetch()
        await allowed!.promise
        await route.fulfill({ response })
        answered!.resolve()
      },
      { times: 1 },
    )
    return {
      asked: asked!.promise,
      async letGo() {
        allowed!.resolve()
        await answered!.promise
        // The page has handled the answer when the one to a later request is there.
        await page.evaluate(() => fetch('/').then(answer => answer.text()))
      },
    }
  }
  const texts = (page: Page) => page.locator('#thread .text').allTextContents()
  const current = (page: Page) => page.locator('.sorts [aria-current]').textContent()

  test('the list is in the order that was chosen last', async () => {
    await using writer = await openAsWriter(visited, asset, null)
    const { page } = writer
    const slow = await hold(page, /ASC/)
    await page.getByRole('link', { name: 'Oldest' }).click()
    await slow.asked
    await page.getByRole('link', { name: 'Most replies' }).click()
    await expect.poll(() => page.url()).toContain('sort=replies')
    await slow.letGo()
    expect(await texts(page)).toHaveLength(20)
    expect((await texts(page))[0]).not.toBe('Comment 1.')
    expect([await current(page), new URL(page.url()).searchParams.get('sort')]).toEqual(['Most replies', 'replies'])
  })

  test('more comments of the earlier order are not added to the list of another one', async () => {
    await using writer = await openAsWriter(visited, asset, null)
    const { page } = writer
    const slow = await hold(page, /"cursor":"/)
    await page.getByRole('link', { name: 'More comments' }).click()
    await slow.asked
    await page.getByRole('link', { name: 'Oldest' }).click()
    await expect.poll(async () => (await texts(page))[0]).toBe('Comment 1.')
    await slow.letGo()
    const shown = Array.from({ length: 20 }, (_, index) => `Comment ${index + 1}.`)
    expect(await texts(page)).toEqual(shown)
    await page.getByRole('link', { name: 'More comments' }).click()
    await expect.poll(async () => (await texts(page)).length).toBe(COMMENTS)
    expect((await texts(page)).slice(20)).toEqual([21, 22, 23, 24, 25].map(each => `Comment ${each}.`))
  })

  test('the comment is shown that was chosen last', async () => {
    await using writer = await openAsWriter(visited, asset, null)
    const { page } = writer
    const link = (text: string) => writer.comment(text).locator('header a:has(time)')
    const address = await link('Comment 25.').getAttribute('href')
    const [, id = ''] = /comments\/([^#?]+)/.exec(address ?? '') ?? []
    const slow = await hold(page, new RegExp(`"id":"${id}"`))
    await link('Comment 25.').click()
    await slow.asked
    await link('Comment 24.').click()
    await page.locator('.focused .text', { hasText: 'Comment 24.' }).waitFor()
    await slow.letGo()
    expect(await page.locator('.focused .text').allTextContents()).toEqual(['Comment 24.'])
    expect(page.url()).not.toContain(id)
  })

  test('no page complained', () => {
    expect(visited.complaints).toEqual([])
  })
})

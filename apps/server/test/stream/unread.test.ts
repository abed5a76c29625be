import type { Asset, Comment } from '@platform/plugin-sdk'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { writeThread } from './long-thread.ts'
import { signInBy } from './writer.ts'

describeWith(CHROMIUM)('the comments since the last visit, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let asset: Asset

  beforeAll(async () => {
    visited = await startVisited()
    asset = await writeThread(visited.platform, { roots: 23, textOf: number => `comment ${number}.` })
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  /** Opens the discussion in a browser that was there before. */
  async function comeBack(page: Page, address = `/discussions/${asset.id}`): Promise<void> {
    await page.evaluate(discussion => {
      localStorage.setItem('platform:reading', JSON.stringify([{ discussion, seen: 1, last: 1, collapsed: [] }]))
    }, asset.id)
    await page.goto(visited.root + address)
  }
  const unread = (page: Page) => page.locator('.to-unread')
  const shown = (page: Page) => unread(page).locator('span:visible')
  const next = (page: Page, left: number) =>
    page.locator('#stream-news').getByRole('button', { name: `Next new comment (${left})` })

  test('are counted, also those that are not loaded', async () => {
    const page = await visited.open('/')
    await comeBack(page)
    await expect.poll(() => shown(page).textContent()).toBe('23 new comments since your last visit')
    await page.context().close()
  })

  test('are counted on a phone beside the number of all comments, and both stay in one line', async () => {
    const page = await visited.open('/', { viewport: { width: 360, height: 700 } })
    await comeBack(page)
    await unread(page).waitFor()
    const [head, link] = [await page.locator('#stream-title').boundingBox(), await unread(page).boundingBox()]
    expect(head!.height).toBeLessThan(40)
    expect(link!.height).toBeLessThan(40)
    expect(link!.x).toBeGreaterThanOrEqual(head!.x + head!.width)
    expect(link!.x + link!.width).toBeLessThanOrEqual(360)
    await page.context().close()
  })

  test.each(['newest', 'oldest'])('are reached from the oldest on, sorted by %s', async sort => {
    const page = await visited.open('/')
    await comeBack(page, `/discussions/${asset.id}?sort=${sort}`)
    await unread(page).click()
    const oldest = page.locator('article:focus .text')
    await expect.poll(() => oldest.textContent()).toBe('comment 0.')
    expect(await page.getByRole('link', { name: 'The whole discussion' }).count()).toBe(sort === 'newest' ? 1 : 0)
    await page.context().close()
  })

  test('are gone through one after the other, also where they are not on the page', async () => {
    const page = await visited.open('/')
    await comeBack(page)
    await unread(page).click()
    for (const [text, left] of [
      ['comment 0.', 22],
      ['comment 1.', 21],
      ['comment 2.', 20],
    ] as const) {
      await expect.poll(() => page.locator('article:focus .text').textContent()).toBe(text)
      await expect.poll(() => shown(page).textContent()).toBe(`${left} new comments since your last visit`)
      await next(page, left).click()
    }
    await page.context().close()
  })

  test('are gone through with the keyboard from the comment that was reached', async () => {
    const page = await visited.open('/')
    await comeBack(page)
    await unread(page).focus()
    await page.keyboard.press('Enter')
    for (const [text, left] of [
      ['comment 0.', 22],
      ['comment 1.', 21],
    ] as const) {
      await expect.poll(() => page.locator('article:focus .text').textContent()).toBe(text)
      await next(page, left).waitFor()
      await page.keyboard.press('Tab')
      await expect.poll(() => page.locator('article :focus').textContent()).toBe(`Next new comment (${left})`)
      await page.keyboard.press('Enter')
    }
    await expect.poll(() => page.locator('article:focus .text').textContent()).toBe('comment 2.')
    await page.context().close()
  })

  test('are gone through past one that a moderator has removed meanwhile', async () => {
    const { user } = await visited.platform.createUser({ roles: ['MODERATOR'] })
    const page = await visited.open('/')
    await comeBack(page)
    await unread(page).waitFor()
    const comments = visited.platform.services.docstore.collection<Comment>('comments')
    const { id } = (await comments.findOne({ asset_id: asset.id, body: 'comment 0.' }))!
    await visited.platform.services.comments.setStatus(user, id, 'REJECTED')
    await unread(page).click()
    await expect.poll(() => page.locator('article:focus .text').textContent()).toBe('comment 1.')
    await visited.platform.services.comments.setStatus(user, id, 'ACCEPTED')
    const whole = page.getByRole('link', { name: 'The whole discussion' })
    await next(page, 21).waitFor()
    await whole.click()
    await whole.waitFor({ state: 'detached' })
    await page.context().close()
  })

  test('do not have those of the reader who is signed in', async () => {
    const ada = await visited.platform.createUser()
    await visited.platform.createComment({ asset, author: ada, body: 'My own' })
    const page = await visited.open('/')
    await signInBy(visited, page, ada)
    await comeBack(page)
    await expect.poll(() => shown(page).textContent()).toBe('23 new comments since your last visit')
    expect(await page.locator('.comment.unread').count()).toBe(19)
    await page.context().close()
  })

  test('no page complained', () => {
    expect(visited.complaints).toEqual([])
  })
})

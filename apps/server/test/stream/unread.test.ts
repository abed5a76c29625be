import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { writeThread } from './long-thread.ts'

describeWith(CHROMIUM)('the number of comments since the last visit, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited

  beforeAll(async () => {
    visited = await startVisited()
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  test('is a lower bound until every comment is loaded', async () => {
    const { id } = await writeThread(visited.platform, { roots: 23, textOf: number => `comment ${number}` })
    const page = await visited.open('/')
    await page.evaluate(discussion => {
      localStorage.setItem('platform:reading', JSON.stringify([{ discussion, seen: 1, last: 1, collapsed: [] }]))
    }, id)
    await page.goto(`${visited.root}/discussions/${id}`)
    const unread = page.locator('.to-unread')
    await expect.poll(() => unread.textContent()).toBe('At least 20 new comments since your last visit')
    await page.getByRole('link', { name: 'More comments' }).click()
    await expect.poll(() => unread.textContent()).toBe('23 new comments since your last visit')
    expect(visited.complaints).toEqual([])
    await page.context().close()
  })
})

import { loadStreamBuild, withParts } from '@platform/stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { DEFAULT_LIST, serverParts } from '../client-parts/default-list.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { writeThread } from './long-thread.ts'

describeWith(CHROMIUM)('a reader whose system forces its colours, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  beforeAll(async () => {
    // A discussion without plugins has one tab.
    const streamBuild = withParts(await loadStreamBuild(), ['platform-plugin-featured-comments'])
    visited = await startVisited({ plugins: await serverParts(DEFAULT_LIST), streamBuild })
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  test('sees which tab and order are shown, and which comments are unread', async () => {
    const { platform, root } = visited
    const asset = await writeThread(platform, { roots: 3, textOf: number => `comment ${number}.` })
    const author = await platform.createUser({ roles: ['MODERATOR'] })
    await platform.createComment({ asset, author, body: 'Worth reading', tags: ['FEATURED'] })
    const page = await visited.open('/', { forcedColors: 'active' })
    await page.evaluate(discussion => {
      localStorage.setItem('platform:reading', JSON.stringify([{ discussion, seen: 1, last: 1, collapsed: [] }]))
    }, asset.id)
    await page.goto(`${root}/discussions/${asset.id}`)
    await page.locator('.comment.unread').first().waitFor()
    const ground = await page.evaluate(() => {
      const canvas = document.body.appendChild(document.createElement('i'))
      canvas.style.backgroundColor = 'Canvas'
      return getComputedStyle(canvas).backgroundColor
    })
    for (const list of ['.tabs', '.sorts']) {
      const lines = await page
        .locator(`${list} a`)
        .evaluateAll(links => links.map(link => [link.ariaCurrent, getComputedStyle(link).borderBottomColor]))
      expect(lines.length).toBeGreaterThan(1)
      for (const [current, line] of lines) expect(line === ground, `${list} ${current}`).toBe(current === null)
    }
    const dot = await page
      .locator('.comment.unread > article > header')
      .first()
      .evaluate(header => getComputedStyle(header, '::before').backgroundColor)
    expect(dot).not.toBe(ground)
  })

  test('no page complained', () => {
    expect(visited.complaints).toEqual([])
  })
})

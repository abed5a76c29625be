import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { Asset } from '@platform/plugin-sdk'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startVisited, type Visited } from '../../../apps/server/test/pages/browser.ts'
import { CHROMIUM } from '../../../apps/server/test/pages/chromium.ts'
import { noteShifts, readShifts } from '../../../apps/server/test/stream/layout-shifts.ts'
import { writeThread } from '../../../apps/server/test/stream/long-thread.ts'
import { signInBy } from '../../../apps/server/test/stream/writer.ts'
import { describeWith } from '../../../test/needs.ts'
import { longestTask } from './longest-task.ts'

/** The longest task of a page while it scrolls, in milliseconds of processor time: the clock counts other work too. */
const LONGEST = 50
const ROOTS = 260
const REPLIES = 3

describeWith(CHROMIUM)('a long discussion, in Chromium', { timeout: 120_000 }, () => {
  let visited: Visited
  let asset: Asset

  beforeAll(async () => {
    visited = await startVisited()
    asset = await writeThread(visited.platform, {
      roots: ROOTS,
      replies: REPLIES,
      textOf: number => `${TEXT} ${number}`,
    })
  }, 120_000)
  afterAll(() => visited?.[Symbol.asyncDispose]())

  const comments = (page: Page) => page.locator('#thread article').count()

  test('of a thousand comments scrolls without a task of more than 50 ms', async () => {
    const page = await visited.open(`/embed/stream?asset_id=${asset.id}`, { viewport: { width: 800, height: 900 } })
    await page.locator('.stream.alive').waitFor()
    for (let before = await comments(page); before < 1_000; before = await comments(page)) {
      await page.locator('.pager a').click()
      await expect.poll(() => comments(page)).toBeGreaterThan(before)
    }
    const longest = await longestTask(page, async () => {
      for (let step = 0; step < 60; step++) {
        await page.mouse.wheel(0, 1_500)
        await page.evaluate(() => new Promise(resolve => requestAnimationFrame(resolve)))
      }
    })
    console.log(`longest task while a thousand comments scroll: ${longest.toFixed(1)} ms of processor time`)
    expect(longest).toBeGreaterThan(0)
    expect(longest).toBeLessThanOrEqual(LONGEST)
    await page.context().close()
  })

  const READERS = [
    ['an anonymous', 320],
    ['an anonymous', 800],
    ['a signed-in', 320],
    ['a signed-in', 800],
  ] as const

  /** An empty page in the browser of a reader, which notes what moves in the pages after it. */
  async function openFor(who: string, width: number): Promise<Page> {
    const page = await visited.open('about:blank', { viewport: { width, height: 900 } })
    if (who === 'a signed-in') await signInBy(visited, page, await visited.platform.createUser())
    await noteShifts(page)
    return page
  }
  const frame = () => `/embed/stream?asset_id=${asset.id}`

  test.each(READERS)('nothing in it moves after the first paint, for %s reader at %i pixels', async (who, width) => {
    const page = await openFor(who, width)
    const live = page.waitForEvent('websocket')
    await page.goto(visited.root + frame())
    await live
    await page.waitForLoadState('networkidle')
    expect(await readShifts(page)).toEqual([])
    await page.context().close()
  })

  test.each(READERS.slice(2))(
    'nothing in it moves while it arrives in pieces, for %s reader at %i pixels',
    async (...reader) => {
      await using slow = await startSlowly(visited.root)
      const page = await openFor(...reader)
      await page.goto(slow.root + frame(), { waitUntil: 'domcontentloaded' })
      expect(await page.locator('.toolbar').count()).toBe(1)
      expect(await readShifts(page)).toEqual([])
      await page.context().close()
    },
  )

  test.each(READERS.filter(([, width]) => width === 320))(
    'nothing in it moves when %s reader comes back to it, at %i pixels',
    async (...reader) => {
      const page = await openFor(...reader)
      await page.goto(`${visited.root}/sign-in`)
      await page.evaluate(discussion => {
        localStorage.setItem('platform:reading', JSON.stringify([{ discussion, seen: 1, last: 1, collapsed: [] }]))
      }, asset.id)
      await page.goto(visited.root + frame())
      await page.getByRole('button', { name: 'new comments since your last visit' }).waitFor()
      expect(await readShifts(page)).toEqual([])
      await page.context().close()
    },
  )
})

/** Answers as the platform does, but gives the beginning of each page element by element, with a pause after each. */
async function startSlowly(root: string): Promise<AsyncDisposable & { readonly root: string }> {
  const server = createServer(async ({ url, headers: { accept = '*/*', cookie = '' } }, response) => {
    const answer = await fetch(root + url, { headers: { accept, cookie } })
    const type = answer.headers.get('content-type') ?? ''
    response.writeHead(answer.status, { 'content-type': type })
    const text = await answer.text()
    const end = type.startsWith('text/html') ? text.indexOf('<ol class="comments"') : 0
    for (const piece of text.slice(0, end).split(/(?=<)/)) {
      response.write(piece)
      await setTimeout(PAUSE)
    }
    response.end(text.slice(end))
  }).listen(0)
  await once(server, 'listening')
  return {
    root: `http://localhost:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Longer than a browser takes to draw a frame. Milliseconds. */
const PAUSE = 25
const TEXT = 'The canal was full of water again last week, and the path beside it is open as far as the old mill.'

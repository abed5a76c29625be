import { chromium } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import type { Visited } from '../pages/browser.ts'
import { CHROMIUM, CHROMIUM_ARGS } from '../pages/chromium.ts'
import { type Blog, frameOf, serveFrame, withBlog } from './blog.ts'
import { noteShifts, readShifts } from './layout-shifts.ts'

/** The greatest layout shift of the page around a stream. */
const MOST = 0.05

describeWith(CHROMIUM)('the page around a stream, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let blog: Blog
  withBlog(site => {
    visited = site.visited
    blog = site.blog
  })

  test.each([
    [1280, 720, 60, 0],
    [1280, 1000, 60, 0],
    [400, 900, 40, 0],
    [1280, 1000, 160, 480],
    [400, 900, 120, 480],
  ])(
    'with a footer below shifts by at most 0.05 (%i x %i, footer %i, room %i)',
    async (width, height, footer, room) => {
      const address = blog.put(
        '/shift',
        `<!doctype html><title>Post</title><link rel="canonical" href="http://localhost/post">
       <h1>A post</h1><p style="height: 200px">Words</p><div id="comments" style="min-height: ${room}px"></div>
       <footer style="height: ${footer}px; background: silver">Imprint</footer>
       <script async src="${visited.root}/embed.js" data-element="comments"></script>`,
      )
      const page = await visited.open('about:blank', { viewport: { width, height } })
      await serveFrame(page, { height: 2_400 })
      await noteShifts(page)
      for (const visit of ['first', 'second']) {
        await page.goto(address)
        await frameOf(page)
        await expect.poll(async () => (await page.locator('#comments iframe').boundingBox())?.height).toBe(2_400)
        const shift = (await readShifts(page)).reduce((sum, { value }) => sum + value, 0)
        console.log(`layout shift of the ${visit} visit at ${width} x ${height}: ${shift.toFixed(4)}`)
        expect(shift).toBeLessThanOrEqual(MOST)
      }
    },
  )

  test('with a footer below hardly shifts when the frame knows its height from the last visit', async () => {
    const address = blog.put(
      '/known-height',
      `<!doctype html><title>Post</title><link rel="canonical" href="http://localhost/post">
       <h1>A post</h1><p style="height: 200px">Words</p><div id="comments" style="min-height: 480px"></div>
       <footer style="height: 160px; background: silver">Imprint</footer>
       <script async src="${visited.root}/embed.js" data-element="comments"></script>`,
    )
    // A private window would give the frame no storage.
    const context = await chromium.launchPersistentContext('', {
      executablePath: CHROMIUM.file,
      args: CHROMIUM_ARGS,
      viewport: { width: 1280, height: 1000 },
    })
    try {
      const page = await context.newPage()
      await serveFrame(page, { height: 2_400 })
      await noteShifts(page)
      for (const visit of ['first', 'second']) {
        await page.goto(address)
        const frame = await frameOf(page)
        await expect.poll(async () => (await page.locator('#comments iframe').boundingBox())?.height).toBe(2_400)
        const shift = (await readShifts(page)).reduce((sum, { value }) => sum + value, 0)
        expect(shift).toBeLessThanOrEqual(MOST)
        if (visit === 'first') await expect.poll(() => frame.evaluate(() => localStorage.length)).toBe(1)
      }
    } finally {
      await context.close()
    }
  })
})

import { readFileSync } from 'node:fs'
import { embedScript } from '@platform/stream'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { type Blog, frameOf, serveFrame, startBlog } from './blog.ts'

const PAGE = readFileSync(new URL('../../../../docs/reference/browsers.md', import.meta.url), 'utf8')

/** The names in the first column of the table about what the oldest browsers lack. */
const LACKING = [...PAGE.matchAll(/^\| `([\w.]+)` \|/gm)].map(([, name]) => name!)
/** The program that drives the browser needs this name itself, so it can't be removed. */
const KEPT = 'globalThis'

test('the reference lists what the oldest browsers lack', () => {
  expect(LACKING).toEqual(expect.arrayContaining(['IntersectionObserver', 'Object.fromEntries', 'globalThis']))
})

const REMOVED = LACKING.filter(name => name !== KEPT)

test(`no script names ${KEPT}`, () => {
  for (const name of ['embed.js', 'embed-polyfilled.js', 'embed-polyfill.js', 'count.js'] as const)
    expect(embedScript(name).bytes.toString()).not.toContain(KEPT)
})

describeWith(CHROMIUM)('in a browser without any of it', { timeout: 60_000 }, () => {
  let blog: Blog
  beforeAll(async () => {
    blog = await startBlog()
  })
  afterAll(() => blog?.[Symbol.asyncDispose]())

  /** Opens a page with a stream far below, whose own window lacks everything that the reference lists. */
  async function open(visited: Visited, prepare?: (page: Page) => Promise<unknown>) {
    const address = blog.put(
      '/old',
      `<!doctype html><title>Post</title><link rel="canonical" href="http://localhost/post">
       <i data-platform-count="http://localhost/post"></i><p style="height: 4000px">Words</p>
       <div id="comments"></div><platform-comments id="other" asset-url="http://localhost/x"></platform-comments>
       <script src="${visited.root}/count.js"></script>
       <script src="${visited.root}/embed.js" data-element="comments"></script>`,
    )
    const page = await visited.open('about:blank')
    await serveFrame(page)
    await prepare?.(page)
    await page.addInitScript(names => {
      if (window.parent !== window) return
      for (const name of names) {
        const path = name.split('.')
        const last = path.pop()!
        const owner = path.reduce<any>((object, key) => object?.[key], window)
        if (owner) delete owner[last]
      }
    }, REMOVED)
    await page.goto(address)
    const missing = await page.evaluate(
      names => names.filter(name => name.split('.').reduce<any>((object, key) => object?.[key], window) !== undefined),
      REMOVED.filter(name => name !== 'IntersectionObserver'),
    )
    expect(missing).toEqual([])
    return page
  }

  test('the polyfilled form waits for the viewport, and everything works', async () => {
    await using visited = await startVisited()
    const page = await open(visited)
    await expect.poll(() => page.locator('i').textContent()).toBe('0')
    expect(await page.locator('iframe').count()).toBe(0)
    await page.evaluate(() => scrollTo(0, 3900))
    await frameOf(page)
    await frameOf(page, '#other')
    await expect.poll(async () => (await page.locator('#comments iframe').boundingBox())?.height).toBe(900)
    expect(visited.complaints).toEqual([])
  })

  test('the polyfilled form loads at the start where the page does not permit the polyfill', async () => {
    await using visited = await startVisited()
    const page = await open(visited, page => page.route('**/embed-polyfill.js', route => route.abort()))
    await frameOf(page)
    await frameOf(page, '#other')
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })

  test('the form without polyfills works as well, and loads at the start', async () => {
    await using visited = await startVisited({ env: { PLATFORM_DISABLE_EMBED_POLYFILL: 'TRUE' } })
    const page = await open(visited)
    await frameOf(page)
    await frameOf(page, '#other')
    expect(await page.evaluate(() => scrollY)).toBe(0)
    expect(visited.complaints).toEqual([])
  })
})

import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import type { Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { type Blog, withBlog } from './blog.ts'

describeWith(CHROMIUM)('the theme of a stream in Chromium, on a page of another site', { timeout: 40_000 }, () => {
  let visited: Visited
  let blog: Blog
  let count = 0
  withBlog(site => {
    visited = site.visited
    blog = site.blog
  })

  async function open(style: string, colorScheme: BrowserContextOptions['colorScheme'] & string, attribute = '') {
    const address = blog.put(
      `/page-${++count}`,
      `<!doctype html><html lang="en"><title>Post</title><style>${style}</style><div id="comments"></div>
       <script async src="${visited.root}/embed.js" data-element="comments" ${attribute}></script>`,
    )
    return visited.open(address, { colorScheme })
  }

  /** The scheme of the frame's element and that of its document. A frame in which they differ has an opaque ground. */
  const schemes = async (page: Page) => {
    const handle = await page.waitForSelector('#comments iframe')
    const frame = (await handle.contentFrame())!
    await frame.waitForSelector('.stream.alive')
    const schemeOf = (element: Element) => getComputedStyle(element).colorScheme
    return [await handle.evaluate(schemeOf), await (await frame.waitForSelector('html')).evaluate(schemeOf)]
  }

  test.each([
    ['a site without a dark theme, on a dark system', '', 'dark', 'light'],
    ['a site that follows a dark system', ':root { color-scheme: light dark }', 'dark', 'dark'],
    ['a site with a dark theme only', 'body { background: #111; color: oklch(0.9 0 0) }', 'light', 'dark'],
    ['a light site on a light system', '', 'light', 'light'],
  ] as const)('%s', async (_name, style, system, theme) => {
    expect(await schemes(await open(style, system))).toEqual([theme, theme])
  })

  test('a theme that the site names goes before that of its text', async () => {
    expect(await schemes(await open('', 'light', 'data-theme="dark"'))).toEqual(['dark', 'dark'])
  })

  test('a stream follows a site that follows the system while it is open', async () => {
    const page = await open(':root { color-scheme: light dark }', 'light')
    expect(await schemes(page)).toEqual(['light', 'light'])
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => schemes(page)).toEqual(['dark', 'dark'])
  })
})

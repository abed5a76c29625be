import type { Frame, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { type Blog, withBlog } from '../stream/blog.ts'
import { buildsPart } from './built-part.ts'

const PLUGIN = 'platform-plugin-configured'

describeWith(CHROMIUM)('the option plugins_config of a site, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let blog: Blog
  const buildPart = buildsPart('configured', PLUGIN)
  withBlog(
    site => {
      visited = site.visited
      blog = site.blog
    },
    async () => {
      return startVisited({ streamBuild: await buildPart() })
    },
  )

  async function open(options: object, width = 1280): Promise<{ page: Page; frame: Frame }> {
    const address = blog.put(
      '/post',
      `<!doctype html><link rel="canonical" href="${blog.root}/post"><div id="comments"></div>
      <script src="${visited.root}/embed.js"></script><script src="/options.js"></script>`,
    )
    blog.put(
      '/options.js',
      `window.stream = Platform.render(document.getElementById('comments'), ${JSON.stringify({ root_url: visited.root, ...options })})`,
    )
    const asset = await visited.platform.createAsset({ url: address })
    await visited.platform.createComment({ asset, body: 'what I think' })
    const page = await visited.open(address, { viewport: { width, height: 720 } })
    const frame = (await (await page.waitForSelector('#comments iframe', { state: 'attached' })).contentFrame())!
    await frame.locator('.stream').waitFor()
    return { page, frame }
  }
  const shownIn = (frame: Frame) => frame.locator('.configured').allTextContents()

  test.each([PLUGIN, 'configured'])('reaches the slots of the plugin that it names, as %s', async name => {
    const { page, frame } = await open({ plugins_config: { [name]: { color: 'red' }, others: { color: 'blue' } } })
    await expect.poll(() => shownIn(frame)).toEqual(['{"color":"red"}'])
    await page.context().close()
  })

  test('hides the components of a plugin by disable_components', async () => {
    const { page, frame } = await open({ plugins_config: { configured: { disable_components: true } } })
    await expect.poll(() => shownIn(frame)).toEqual([])
    await page.context().close()
  })

  test('draws a line around each slot by debug, and the methods of the stream switch it on and off', async () => {
    const { page, frame } = await open({ plugins_config: { debug: true } })
    const outlined = () => frame.locator('.slot-debug').count()
    await expect.poll(outlined).toBeGreaterThan(1)
    await page.evaluate('window.stream.disablePluginsDebug()')
    await expect.poll(outlined).toBe(0)
    await page.evaluate('window.stream.enablePluginsDebug()')
    await expect.poll(outlined).toBeGreaterThan(1)
    expect(visited.complaints).toEqual([])
    await page.context().close()
  })

  test.each([320, 360])('leaves the names of slots legible on a screen of %i pixels', async width => {
    const { page, frame } = await open({ plugins_config: { debug: true } }, width)
    await expect.poll(() => frame.locator('.slot-debug').count()).toBeGreaterThan(1)
    const box = await frame.locator('.byline').first().boundingBox()
    expect(box!.width).toBeGreaterThan(150)
    expect(await frame.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await page.context().close()
  })
})

import { expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import type { Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { type Blog, withBlog } from './blog.ts'

describeWith(CHROMIUM)('a frame without a discussion, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let blog: Blog
  withBlog(site => {
    visited = site.visited
    blog = site.blog
  })

  test.each([
    ['an address that is not permitted', 'asset-url="https://foreign.example/post"', 'about pages of foreign.example'],
    ['an unknown discussion', 'asset-id="nowhere"', 'The discussion was not found'],
  ])('says why at %s, is as tall as that, and the page around it says nothing', async (what, attribute, sentence) => {
    const path = `/${what.replaceAll(' ', '-')}`
    const address = blog.put(
      path,
      `<!doctype html><html lang="en"><title>Post</title><link rel="canonical" href="${blog.root + path}">
       <div id="comments"></div>
       <script async src="${visited.root}/embed.js" data-element="comments" data-${attribute}></script>`,
    )
    const page = await visited.open('about:blank')
    await page.clock.install()
    await page.goto(address)
    const frame = page.locator('#comments iframe')
    const text = page.frameLocator('#comments iframe').locator('.box')
    expect(await text.textContent()).toContain(sentence)
    await expect.poll(async () => (await frame.boundingBox())?.height).toBeLessThan(200)
    const [outer, inner] = [await frame.boundingBox(), await text.boundingBox()]
    expect(outer!.height).toBeGreaterThanOrEqual(inner!.height)
    await page.clock.fastForward(60_000)
    expect(await page.locator('#comments [role=status]').count()).toBe(0)
    expect(visited.complaints).toEqual([])
    await page.context().close()
  })
})

import { expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import type { Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { type Blog, withBlog } from './blog.ts'

describeWith(CHROMIUM)('count.js on a page of another site, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let blog: Blog
  withBlog(site => {
    visited = site.visited
    blog = site.blog
  })

  const script = () => `<script async src="${visited.root}/count.js"></script>`
  const open = async (path: string, html: string) => {
    const address = blog.put(path, `<!doctype html><html lang="de"><title>Posts</title>${html}`)
    const page = await visited.open('about:blank')
    const requests: URL[] = []
    page.on('request', request => {
      if (request.url().includes('/api/v1/counts')) requests.push(new URL(request.url()))
    })
    await page.goto(address)
    return { page, requests }
  }

  test('numbers are filled with one request, as readers of the page’s language write them', async () => {
    const many = await visited.platform.createAsset({ url: 'http://localhost/many' })
    const counts = { total: 12_345, roots: 1 }
    await visited.platform.services.docstore
      .collection('assets')
      .updateOne({ id: many.id }, { $set: { comment_counts: counts } })
    const one = await visited.platform.createAsset({ url: 'http://localhost/one' })
    await visited.platform.createComment({ asset: one })
    const { page, requests } = await open(
      '/list',
      `${script()}<i data-platform-count="http://localhost/many"></i>
       <i lang="en" data-platform-count="http://localhost/many"></i>
       <i lang="not a language" data-platform-count="http://localhost/one#top"></i>
       <i data-platform-count="/relative">–</i>`,
    )
    const texts = () => page.locator('i').allTextContents()
    await expect.poll(texts).toEqual(['12.345', '12,345', '1', '0'])
    expect(requests.map(({ searchParams }) => searchParams.getAll('url'))).toEqual([
      ['http://localhost/many', 'http://localhost/one#top', `${blog.root}/relative`],
    ])
  })

  test('elements that are added later are filled by a call, and those before are not asked for again', async () => {
    const { page, requests } = await open('/later', `<i data-platform-count="http://localhost/one">…</i>${script()}`)
    await expect.poll(() => page.locator('i').first().textContent()).toBe('1')
    await page.evaluate(`
      document.body.insertAdjacentHTML('beforeend', '<i data-platform-count="http://localhost/many">…</i>')
      PlatformCount.update()
    `)
    await expect.poll(() => page.locator('i').last().textContent()).toBe('12.345')
    expect(requests.map(({ searchParams }) => searchParams.getAll('url'))).toEqual([
      ['http://localhost/one'],
      ['http://localhost/many'],
    ])
  })

  test('more than a hundred pages, or very long addresses, need several requests', async () => {
    const long = 'x'.repeat(1_500)
    const spans = (urls: string[]) => urls.map(url => `<i data-platform-count="${url}">…</i>`).join('')
    for (const [urls, most] of [
      [Array.from({ length: 150 }, (_, i) => `http://localhost/${i}`), 2],
      [Array.from({ length: 9 }, (_, i) => `http://localhost/${i}/${long}`), 3],
    ] as const) {
      const { page, requests } = await open('/many', spans([...urls]) + script())
      await expect.poll(async () => (await page.locator('i').allTextContents()).every(text => text === '0')).toBe(true)
      expect(requests).toHaveLength(most)
      for (const { href } of requests) expect(href.length).toBeLessThan(8_000)
    }
    expect(visited.complaints).toEqual([])
  })

  test('where the numbers can’t be loaded, the page keeps its own text', async () => {
    const address = blog.put('/down', `<!doctype html><title>Posts</title>${script()}<i data-platform-count="/x">–</i>`)
    const page = await visited.open('about:blank')
    await page.route('**/api/v1/counts**', route => route.abort())
    const warned = page.waitForEvent('console', message => message.text().startsWith('PlatformCount:'))
    await page.goto(address)
    expect((await warned).type()).toBe('warning')
    expect(await page.locator('i').textContent()).toBe('–')
  })

  test('what a busy server did not count is counted when the page asks again', async () => {
    const address = blog.put('/busy', `<!doctype html><title>Posts</title>${script()}<i data-platform-count="/x">–</i>`)
    const page = await visited.open('about:blank')
    await page.route('**/api/v1/counts**', route => route.fulfill({ status: 429, json: { error: {} } }), { times: 1 })
    const warned = page.waitForEvent('console', message => message.text().startsWith('PlatformCount:'))
    await page.goto(address)
    expect((await warned).text()).toContain('status 429')
    await page.evaluate('PlatformCount.update()')
    await expect.poll(() => page.locator('i').textContent()).toBe('0')
  })
})

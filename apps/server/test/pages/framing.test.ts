import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from './browser.ts'
import { CHROMIUM } from './chromium.ts'

describeWith(CHROMIUM)('in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let stranger: Server
  let paths: string[]

  /** Another site, which frames the page that its address names. */
  beforeAll(async () => {
    visited = await startVisited()
    const { id } = await visited.platform.createAsset()
    paths = visited.platform.routes.flatMap(({ method, path }) =>
      method === 'GET' &&
      path !== null &&
      !path.startsWith('/api/') &&
      !path.startsWith('/assets/') &&
      !path.includes(':comment')
        ? [path.replace(':discussion', id)]
        : [],
    )
    stranger = createServer((request, response) => {
      const framed = new URL(request.url!, 'http://stranger.example').searchParams.get('framed')
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          framed
            ? `<!doctype html><iframe src="${framed}"></iframe>`
            : '<!doctype html><p>A page that may be framed</p>',
        )
    }).listen(0, '127.0.0.1')
    await once(stranger, 'listening')
  })
  afterAll(async () => {
    stranger?.close()
    await visited?.[Symbol.asyncDispose]()
  })

  test('no page is shown inside a page of another site, whether the reader is signed in or not [O13]', async () => {
    const there = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
    const { token } = await visited.platform.createUser({ roles: ['ADMIN'] })
    expect(paths).toEqual(
      expect.arrayContaining(['/sign-in', '/register', '/account', '/account/deletion', '/admin/install', '/']),
    )
    for (const signedIn of [true, false]) {
      const page = await visited.open('about:blank')
      // As if browsers sent cookies to framed pages.
      if (signedIn) await page.setExtraHTTPHeaders({ authorization: `Bearer ${token}` })
      const refused: string[] = []
      page.on('console', message => {
        if (/frame-ancestors|x-frame-options/i.test(message.text())) refused.push(message.text())
      })
      /** What stands in the frame, and what the browser says of it. */
      const shown = async (address: string) => {
        refused.length = 0
        const answered = page.waitForResponse(response => response.url() === address)
        await page.goto(`${there}/?framed=${encodeURIComponent(address)}`)
        // biome-ignore lint/performance/useDomNodeTextContent: hidden text of the page does not count.
        const text = (await page.mainFrame().childFrames()[0]!.locator('body').innerText()).trim()
        return { answered: (await answered).status() < 500, text }
      }
      expect(await shown(`${there}/`)).toEqual({ answered: true, text: 'A page that may be framed' })
      expect(refused).toEqual([])
      // Chromium's own words for a page that does not let itself be framed.
      for (const path of [...paths, '/nothing/here']) {
        expect([path, await shown(`${visited.root}${path}`)]).toEqual([
          path,
          { answered: true, text: 'localhost refused to connect.' },
        ])
        await expect.poll(() => refused.length).toBeGreaterThan(0)
      }
      await page.context().close()
    }
  })
})

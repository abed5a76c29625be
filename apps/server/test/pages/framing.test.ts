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

  /** Another site, which frames the pages that its address names. */
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
      const framed = new URL(request.url!, 'http://stranger.example').searchParams.getAll('framed')
      const content = framed.map(address => `<iframe src="${address}"></iframe>`).join('')
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<!doctype html>${content || '<p>A page that may be framed</p>'}`)
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
      const statuses = new Map<string, number>()
      page.on('response', response => statuses.set(response.url(), response.status()))
      const addresses = [`${there}/`, ...[...paths, '/nothing/here'].map(path => `${visited.root}${path}`)]
      await page.goto(`${there}/?${new URLSearchParams(addresses.map(address => ['framed', address]))}`)
      await expect.poll(() => refused.length).toBeGreaterThanOrEqual(addresses.length - 1)
      for (const [i, address] of addresses.entries()) {
        expect([address, (statuses.get(address) ?? 500) < 500]).toEqual([address, true])
        const frame = await (await page.locator('iframe').nth(i).elementHandle())?.contentFrame()
        // Chromium's own page in place of one that does not let itself be framed.
        await expect.poll(() => frame?.url()).toBe(i === 0 ? address : 'chrome-error://chromewebdata/')
        if (i === 0) expect(await frame?.locator('p').textContent()).toBe('A page that may be framed')
      }
      await page.context().close()
    }
  })
})

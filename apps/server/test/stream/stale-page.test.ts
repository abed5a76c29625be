import type { TestUser } from '@platform/plugin-testing'
import { documents } from '@platform/stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { openAsWriter, signInBy } from './writer.ts'

describeWith(CHROMIUM)('a page that is older than the documents of the server', { timeout: 60_000 }, () => {
  let visited: Visited
  beforeAll(async () => {
    visited = await startVisited()
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  test('is loaded again once, and keeps what its reader has typed', async () => {
    const { platform } = visited
    const asset = await platform.createAsset()
    for (const body of ['One', 'Two']) await platform.createComment({ asset, body })
    await using writer = await openAsWriter(visited, asset, await platform.createUser())
    const { page, composer } = writer
    await composer.fill('Not finished')
    const wanted = documents.MoreComments
    const unknown = `sha256:${'0'.repeat(64)}`
    const answers: string[] = []
    await page.route(
      url => url.searchParams.get('documentId') === wanted,
      async route => {
        const url = new URL(route.request().url())
        url.searchParams.set('documentId', unknown)
        const response = await route.fetch({ url: url.href })
        answers.push(await response.text())
        await route.fulfill({ response })
      },
    )
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    await page.getByRole('link', { name: 'Oldest' }).click()
    await expect.poll(() => loads).toBe(1)
    await expect.poll(() => composer.inputValue()).toBe('Not finished')
    await page.locator('.stream.alive').waitFor()
    await page.getByRole('link', { name: 'Oldest' }).click()
    await page.getByText('This could not be loaded.').waitFor()
    expect(answers).toEqual([0, 1].map(() => expect.stringContaining('DOCUMENT_NOT_FOUND')))
    expect(loads).toBe(1)
  })

  /** A page whose subscriptions the server refuses as unknown, and how often it was loaded. */
  async function openRefused(path: string, user: TestUser | null) {
    const page = await visited.open('about:blank')
    if (user) await signInBy(visited, page, user)
    await page.clock.install()
    await page.routeWebSocket(/\/api\/v1\/live/, socket => {
      const server = socket.connectToServer()
      socket.onMessage(message => server.send(String(message).replaceAll(/sha256:\w+/g, `sha256:${'0'.repeat(64)}`)))
    })
    const seen = { loads: 0, asked: 0 }
    page.on('load', () => {
      seen.loads += 1
    })
    page.on('request', request => {
      if (new URL(request.url()).searchParams.get('documentId') === documents.NewerComments) seen.asked += 1
    })
    await page.goto(`${visited.root}${path}`)
    return { page, seen }
  }

  test('is loaded again once when its subscriptions are refused, and then asks every half minute', async () => {
    const asset = await visited.platform.createAsset()
    await visited.platform.createComment({ asset, body: 'Before' })
    const { page, seen } = await openRefused(`/discussions/${asset.id}`, null)
    await expect.poll(() => seen.loads).toBe(2)
    await page.locator('.stream.alive').waitFor()
    await page.waitForLoadState('networkidle')
    const before = seen.asked
    await visited.platform.createComment({ asset, body: 'Not heard of' })
    const button = page.getByRole('button', { name: 'Show 1 new comment' })
    const later = () => page.clock.fastForward(30_000).then(() => button.count())
    await expect.poll(later).toBe(1)
    expect(seen.asked).toBeGreaterThan(before)
    await expect.poll(() => later().then(() => seen.asked)).toBeGreaterThan(before + 3)
    expect(seen.loads).toBe(2)
    await page.context().close()
  })

  test('is loaded again once when it is the panel', async () => {
    const { page, seen } = await openRefused('/admin/moderate', await visited.platform.createUser({ roles: ['ADMIN'] }))
    await expect.poll(() => seen.loads).toBe(2)
    await page.waitForLoadState('networkidle')
    expect(seen.loads).toBe(2)
    await page.context().close()
  })

  test('no page complained', () => {
    expect(visited.complaints).toEqual([])
  })
})

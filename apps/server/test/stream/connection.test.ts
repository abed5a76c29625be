import { documents } from '@platform/stream'
import type { Locator, Page, WebSocketRoute } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import type { Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { type Blog, withBlog } from './blog.ts'
import { openFollowing } from './writer.ts'

/** Waits until a page has one such element. Its clock goes on by `step` milliseconds before each look. */
const expectOneInTime = (page: Page, element: Locator, step: number) =>
  expect
    .poll(async () => {
      await page.clock.fastForward(step)
      return element.count()
    })
    .toBe(1)

/** Lets a page open no socket, and counts how often it tries. */
async function refuseSockets(page: Page): Promise<{ readonly refused: number }> {
  let refused = 0
  await page.routeWebSocket(/./, async socket => {
    refused += 1
    await socket.close()
  })
  return {
    get refused() {
      return refused
    },
  }
}

describeWith(CHROMIUM)('how a page follows its discussion, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let blog: Blog
  withBlog(site => {
    visited = site.visited
    blog = site.blog
  })

  test('the socket is opened once the comments are in view, and not before', async () => {
    const address = blog.put(
      '/post',
      `<!doctype html><title>Post</title><div style="height: 900px">A long article</div><div id="comments"></div>
       <script async src="${visited.root}/embed.js" data-element="comments"></script>`,
    )
    const asset = await visited.platform.createAsset({ url: address })
    await visited.platform.createComment({ asset, body: 'Below the article' })
    const page = await visited.open('about:blank', { viewport: { width: 800, height: 600 } })
    const sockets: string[] = []
    page.on('websocket', socket => sockets.push(socket.url()))
    await page.goto(address)
    const frame = (await (await page.waitForSelector('#comments iframe')).contentFrame())!
    // A frame that is not on the screen gets no animation frames, by which a page is asked otherwise.
    await frame.waitForFunction(() => document.querySelector('.stream.alive') !== null, null, { polling: 50 })
    await page.waitForLoadState('networkidle')
    expect(sockets).toEqual([])
    await page.locator('#comments').scrollIntoViewIfNeeded()
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect.poll(() => sockets.length).toBe(1)
    await page.context().close()
  })

  test('where websockets fail, it asks every half minute', async () => {
    const asset = await visited.platform.createAsset()
    await visited.platform.createComment({ asset, body: 'Before' })
    const page = await visited.open('about:blank')
    await page.clock.install()
    const sockets = await refuseSockets(page)
    const asked: number[] = []
    page.on('request', request => {
      if (new URL(request.url()).searchParams.get('documentId') === documents.NewerComments) asked.push(sockets.refused)
    })
    await page.goto(`${visited.root}/discussions/${asset.id}`)
    await expect.poll(() => sockets.refused).toBeGreaterThan(0)
    expect(asked).toEqual([])
    await visited.platform.createComment({ asset, body: 'While nothing was heard' })
    const button = page.getByRole('button', { name: 'Show 1 new comment' })
    await expectOneInTime(page, button, 30_000)
    await page.context().close()
  })

  test('however long websockets fail, it tries again within a minute', async () => {
    const asset = await visited.platform.createAsset()
    const page = await visited.open('about:blank')
    await page.clock.install()
    const sockets = await refuseSockets(page)
    await page.goto(`${visited.root}/discussions/${asset.id}`)
    for (let minute = 0; minute < 12; minute++) {
      const before = sockets.refused
      await page.clock.runFor(60_000)
      await expect.poll(() => sockets.refused).toBeGreaterThan(before)
    }
    await page.context().close()
  })

  test('where websockets fail, what was removed by mistake is shown again once it is restored', async () => {
    const asset = await visited.platform.createAsset()
    const { id } = await visited.platform.createComment({ asset, body: 'Quite harmless' })
    const { user } = await visited.platform.createUser({ roles: ['MODERATOR'] })
    const page = await visited.open('about:blank')
    await page.clock.install()
    await page.routeWebSocket(/./, socket => socket.close())
    await page.goto(`${visited.root}/discussions/${asset.id}`)
    await page.locator('.stream.alive').waitFor()
    await visited.platform.services.comments.setStatus(user, id, 'REJECTED')
    await expectOneInTime(page, page.locator('.tombstone'), 30_000)
    await visited.platform.services.comments.setStatus(user, id, 'ACCEPTED')
    await expectOneInTime(page, page.locator('.text', { hasText: 'Quite harmless' }), 30_000)
    await page.context().close()
  })

  test('what was removed while the page could not follow its discussion yet is gone once it can', async () => {
    const asset = await visited.platform.createAsset()
    const comment = await visited.platform.createComment({ asset, body: 'Before' })
    const { user } = await visited.platform.createUser({ roles: ['MODERATOR'] })
    const page = await visited.open('about:blank')
    await page.clock.install()
    let refused = true
    await page.routeWebSocket(/./, socket => (refused ? void socket.close() : void socket.connectToServer()))
    let asked = 0
    page.on('request', request => {
      if (new URL(request.url()).searchParams.get('documentId') === documents.NewerComments) asked += 1
    })
    await page.goto(`${visited.root}/discussions/${asset.id}`)
    await page.locator('.stream.alive').waitFor()
    await visited.platform.services.comments.setStatus(user, comment.id, 'REJECTED')
    await page.clock.fastForward(12_000)
    refused = false
    await expectOneInTime(page, page.locator('.tombstone'), 1_000)
    // Once for whether there is news, and once to read it.
    expect(asked).toBe(2)
    await page.context().close()
  })

  test('what an overloaded server could not say when the page began to follow is read later', async () => {
    const asset = await visited.platform.createAsset()
    const page = await visited.open('about:blank')
    await page.clock.install()
    let isReady = false
    await page.routeWebSocket(/./, socket => (isReady ? void socket.connectToServer() : void socket.close()))
    let isBusy = true
    let asked = 0
    await page.route(/documentId=/, route => {
      if (!route.request().url().includes(encodeURIComponent(documents.NewerComments))) return route.continue()
      asked += 1
      return isBusy ? route.fulfill({ status: 503, json: { errors: [{ message: 'Busy' }] } }) : route.continue()
    })
    await page.goto(`${visited.root}/discussions/${asset.id}`)
    await page.locator('.stream.alive').waitFor()
    await visited.platform.createComment({ asset, body: 'While the page did not follow' })
    isReady = true
    await page.clock.fastForward(12_000)
    await expect.poll(() => asked).toBeGreaterThan(0)
    const button = page.getByRole('button', { name: 'Show 1 new comment' })
    expect(await button.count()).toBe(0)
    isBusy = false
    await expectOneInTime(page, button, 30_000)
    await page.context().close()
  })

  test('a page whose socket breaks goes on where it was when it is back, and asks for nothing', async () => {
    const asset = await visited.platform.createAsset()
    await visited.platform.createComment({ asset, body: 'Before' })
    const page = await visited.open('about:blank')
    let isRefused = false
    let current: WebSocketRoute | undefined
    await page.routeWebSocket(/./, socket => {
      current = socket
      if (isRefused) void socket.close()
      else socket.connectToServer()
    })
    let asked = 0
    page.on('request', request => {
      if (new URL(request.url()).searchParams.get('documentId') === documents.NewerComments) asked += 1
    })
    await page.goto(`${visited.root}/discussions/${asset.id}`)
    await expect.poll(() => asked).toBe(1)
    await page.waitForLoadState('networkidle')
    await visited.platform.createComment({ asset, body: 'Heard of' })
    await page.getByRole('button', { name: 'Show 1 new comment' }).waitFor()
    const before = asked
    isRefused = true
    await current!.close()
    await visited.platform.createComment({ asset, body: 'While the socket was broken' })
    isRefused = false
    await page.getByRole('button', { name: 'Show 2 new comments' }).waitFor()
    expect(asked).toBe(before)
    await page.context().close()
  })

  test('a page whose socket breaks in the background follows again as soon as its reader comes back', async () => {
    const asset = await visited.platform.createAsset()
    const page = await visited.open('about:blank')
    const sockets: WebSocketRoute[] = []
    await page.routeWebSocket(/./, socket => {
      sockets.push(socket)
      socket.connectToServer()
    })
    await openFollowing(page, `${visited.root}/discussions/${asset.id}`)
    const show = (state: 'hidden' | 'visible') =>
      page.evaluate(visibility => {
        Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, state)
    await show('hidden')
    await sockets[0]!.close({ code: 4_000 })
    await visited.platform.createComment({ asset, body: 'While the reader was elsewhere' })
    await show('visible')
    await page.getByRole('button', { name: 'Show 1 new comment' }).waitFor()
    expect(sockets).toHaveLength(2)
    await page.context().close()
  })

  test('a frame whose reader is signed in by the site writes no error to the console, however often it is loaded', async () => {
    const { token } = await visited.platform.createUser()
    const address = blog.put(
      '/signed-in',
      `<!doctype html><title>Post</title><div id="comments"></div>
       <script async src="${visited.root}/embed.js" data-element="comments" data-auth-token="${token}"></script>`,
    )
    const asset = await visited.platform.createAsset({ url: address })
    await visited.platform.createComment({ asset, body: 'Below' })
    const page = await visited.open('about:blank')
    const errors: string[] = []
    page.on('console', message => message.type() === 'error' && errors.push(message.text()))
    const [, newer = ''] = documents.NewerComments.split(':')
    for (let visit = 0; visit < 4; visit += 1)
      await Promise.all([
        page.waitForResponse(response => response.url().includes(newer)),
        visit === 0 ? page.goto(address) : page.reload(),
      ])
    await page.waitForLoadState('networkidle')
    expect(errors).toEqual([])
    await page.context().close()
  })

  test('a reader whom the site signs in is known once a server that was overloaded answers', async () => {
    const { token, user } = await visited.platform.createUser()
    const address = blog.put(
      '/overloaded',
      `<!doctype html><title>Post</title><div id="comments"></div>
       <script async src="${visited.root}/embed.js" data-element="comments" data-auth-token="${token}"></script>`,
    )
    await visited.platform.createAsset({ url: address })
    const page = await visited.open('about:blank')
    await page.clock.install()
    let isBusy = true
    let asked = 0
    await page.route(/graph.ql$/, route => {
      if (!isBusy || !route.request().postData()?.includes(documents.Own)) return route.continue()
      asked += 1
      return route.fulfill({ status: 503, json: { errors: [{ message: 'Busy' }] } })
    })
    await page.goto(address)
    await expect.poll(() => asked).toBeGreaterThan(0)
    isBusy = false
    const name = page.frameLocator('#comments iframe').locator('.viewer bdi', { hasText: user.username })
    await expectOneInTime(page, name, 10_000)
    await page.context().close()
  })

  test('no page complained', () => {
    expect(visited.complaints).toEqual([])
  })
})

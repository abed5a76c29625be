import type { Asset, Comment } from '@platform/plugin-sdk'
import { loadStreamBuild, withParts } from '@platform/stream'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { untilDrawn } from './until-drawn.ts'

/** The script that draws comments in the browser, and the texts that it draws. */
const DRAWING = /\/assets\/(?:draw-stream|en)-[\w-]+\.js$/

describeWith(CHROMIUM)('what draws comments in the browser', { timeout: 60_000 }, () => {
  let visited: Visited
  let asset: Asset
  let path: string

  beforeAll(async () => {
    visited = await startVisited({ streamBuild: withParts(await loadStreamBuild(), ['platform-plugin-permalink']) })
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())
  beforeEach(async () => {
    asset = await visited.platform.createAsset()
    await visited.platform.createComment({ asset, body: 'The first one' })
    await visited.platform.createComment({ asset, body: 'The second one' })
    path = `/embed/stream?asset_id=${asset.id}`
  })

  interface Visit {
    readonly page: Page
    /** The scripts that were asked for, of those that draw comments. */
    readonly drawing: string[]
  }

  /** Opens the discussion, and waits until its live connection has read what is new. */
  async function visit(prepare: (page: Page) => unknown = () => undefined): Promise<Visit> {
    const page = await visited.open('about:blank')
    await prepare(page)
    const drawing: string[] = []
    page.on('request', request => DRAWING.test(request.url()) && drawing.push(request.url()))
    const asked = page.waitForResponse(/documentId=/)
    await page.goto(visited.root + path)
    await asked
    await page.waitForLoadState('networkidle')
    return { page, drawing }
  }
  const edit = async (id: string, body: string) => {
    const collection = visited.platform.services.docstore.collection<Comment>('comments')
    const before = (await collection.findOne({ id }))!
    const body_history = [before, { body, created_at: new Date() }].map(text => ({
      body: text.body!,
      created_at: text.created_at,
    }))
    await collection.updateOne({ id }, { $set: { body, body_history } })
    visited.platform.services.revisions.bump(`asset:${asset.id}`, 'comments')
  }
  const comments = (page: Page) => page.locator('.text').allTextContents()

  test('is not loaded for a reader who only reads, and who sees every button', async () => {
    const { page, drawing } = await visit()
    await page.mouse.move(5, 5)
    await page.mouse.wheel(0, 200)
    expect(await page.getByRole('button', { name: 'Share' }).count()).toBe(2)
    expect(drawing).toEqual([])
    await page.context().close()
  })

  test.each<[how: string, use: (page: Page) => Promise<unknown>]>([
    ['points at a link', page => page.getByRole('link', { name: 'Oldest' }).hover()],
    ['moves the focus to a link', page => page.keyboard.press('Tab')],
    ['waits for a minute', page => page.clock.runFor(61_000)],
  ])('is loaded when a reader %s', async (_how, use) => {
    const { page, drawing } = await visit(each => each.clock.install())
    expect(drawing).toEqual([])
    await use(page)
    await expect.poll(() => drawing).toHaveLength(2)
    await page.context().close()
  })

  test('is loaded when somebody posts a comment, which is then announced', async () => {
    const { page, drawing } = await visit()
    expect(drawing).toEqual([])
    await visited.platform.createComment({ asset, body: 'The third one' })
    await page.getByRole('button', { name: '1 new comment' }).click()
    expect(await comments(page)).toEqual(['The third one', 'The second one', 'The first one'])
    await page.context().close()
  })

  test('is loaded when a comment was posted before the page began to follow the discussion', async () => {
    let posted: Promise<unknown> | undefined
    const { page } = await visit(each =>
      each.route(/documentId=/, async route => {
        posted ??= visited.platform.createComment({ asset, body: 'Just now' })
        await posted
        await route.continue()
      }),
    )
    const news = page.getByRole('button', { name: '1 new comment' })
    await expect.poll(() => news.isVisible()).toBe(true)
    await page.context().close()
  })

  test('answers a click that came before it, in place', async () => {
    const { page } = await visit()
    const address = page.url()
    // Without a pointer or a focus that would announce the click.
    await page.getByRole('link', { name: 'Oldest' }).dispatchEvent('click')
    await expect.poll(() => comments(page)).toEqual(['The first one', 'The second one'])
    expect(page.url()).toBe(address)
    await page.context().close()
  })

  test('says that there is no network when something is pressed without one, and does nothing later', async () => {
    const { page } = await visit()
    const offline = page.getByText('You are offline.')
    expect(await offline.isVisible()).toBe(false)
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Oldest' }).dispatchEvent('click')
    await expect.poll(() => offline.isVisible()).toBe(true)
    await page.context().setOffline(false)
    await expect.poll(() => offline.isVisible()).toBe(false)
    await page.getByRole('link', { name: 'Oldest' }).hover()
    await untilDrawn(page)
    expect(await comments(page)).toEqual(['The second one', 'The first one'])
    await page.context().close()
  })

  test('leaves the page as it is when the server can not be reached, and says so', async () => {
    const { page } = await visit()
    const address = page.url()
    await page.route(/./, route => route.abort())
    await page.getByRole('link', { name: 'Oldest' }).click()
    await page.getByText('That did not work. Try again in a moment.').waitFor()
    expect(page.url()).toBe(address)
    await page.unroute(/./)
    await page.getByRole('link', { name: 'Oldest' }).click()
    await expect.poll(() => comments(page)).toEqual(['The first one', 'The second one'])
    await page.context().close()
  })

  test('answers every button that was pressed before it, however late it comes', async () => {
    let open = (): void => undefined
    const opened = new Promise<void>(resolve => {
      open = resolve
    })
    const { page } = await visit(async each => {
      await each.clock.install()
      await each.route(DRAWING, async route => {
        await opened
        await route.continue()
      })
    })
    const collapse = page.locator('.collapse')
    await collapse.nth(0).dispatchEvent('click')
    await collapse.nth(1).dispatchEvent('click')
    await page.clock.runFor(10_000)
    open()
    await expect.poll(() => page.locator('.comment.collapsed').count()).toBe(2)
    await page.context().close()
  })

  test('acts on what came while it could not be loaded', async () => {
    let failing = true
    const { page } = await visit(each => each.route(DRAWING, route => (failing ? route.abort() : route.continue())))
    const comment = await visited.platform.createComment({ asset, body: 'Soon removed' })
    const { user } = await visited.platform.createUser({ roles: ['MODERATOR'] })
    await visited.platform.services.comments.setStatus(user, comment.id, 'REJECTED')
    const [first] = await visited.platform.services.docstore
      .collection<Comment>('comments')
      .find({ asset_id: asset.id, body: 'The first one' })
      .toArray()
    await visited.platform.services.comments.setStatus(user, first!.id, 'REJECTED')
    failing = false
    await page.locator('.when').first().hover()
    await page.getByText('This comment was removed').waitFor()
    expect(await comments(page)).not.toContain('The first one')
    await page.context().close()
  })

  test.each<[what: string, change: (id: string) => Promise<unknown>, shows: string]>([
    [
      'removed',
      async id => {
        const { user } = await visited.platform.createUser({ roles: ['MODERATOR'] })
        await visited.platform.services.comments.setStatus(user, id, 'REJECTED')
      },
      'This comment was removed',
    ],
    ['edited', id => edit(id, 'Another text'), 'Another text'],
  ])('shows that a comment was %s before the page began to follow the discussion', async (_what, change, shows) => {
    const { page } = await visit()
    const { id } = (await visited.platform.services.docstore
      .collection<Comment>('comments')
      .findOne({ asset_id: asset.id, body: 'The first one' }))!
    await page.goto('about:blank')
    await change(id)
    // The browser shows the document that it has kept.
    await page.goBack()
    await page.getByText(shows).waitFor()
    expect(await comments(page)).not.toContain('The first one')
    await page.context().close()
  })

  test('leaves a click to the browser when it can not be loaded', async () => {
    const { page } = await visit(each => each.route(DRAWING, route => route.abort()))
    await page.getByRole('link', { name: 'Oldest' }).click()
    await page.waitForURL(/sort=oldest/)
    expect(await comments(page)).toEqual(['The first one', 'The second one'])
    await page.context().close()
  })

  test('is loaded immediately for a reader who was there before', async () => {
    const before = JSON.stringify([{ discussion: asset.id, seen: null, last: 1, collapsed: [] }])
    const { page, drawing } = await visit(each =>
      each.addInitScript(`localStorage.setItem('platform:reading', ${JSON.stringify(before)})`),
    )
    expect(drawing).toHaveLength(2)
    await page.getByText('2 new comments since your last visit').waitFor()
    await page.context().close()
  })

  test('no page complained', () => {
    expect(visited.complaints).toEqual([])
  })
})

import type { Asset, Comment } from '@platform/plugin-sdk'
import type { TestUser } from '@platform/plugin-testing'
import { documents } from '@platform/stream'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { openAsWriter, openFollowing } from './writer.ts'

const SWITCHED_OFF = 'Commenting is switched off at the moment.'

describeWith(CHROMIUM)('switching commenting off and on while pages are open', { timeout: 60_000 }, () => {
  let visited: Visited
  let asset: Asset
  let admin: TestUser
  let ada: TestUser

  beforeAll(async () => {
    visited = await startVisited()
    admin = await visited.platform.createUser({ roles: ['ADMIN'] })
    ada = await visited.platform.createUser()
  })
  beforeEach(async () => {
    asset = await visited.platform.createAsset()
    await visited.platform.createComment({ asset, body: 'Who answers?' })
  })
  afterEach(() => switchSite(false))
  afterAll(() => visited?.[Symbol.asyncDispose]())

  async function switchSite(disableCommenting: boolean, message: string | null = null): Promise<void> {
    const { data } = await visited.platform
      .as(admin)
      .graphql('mutation ($input: UpdateSettingsInput!) { updateSettings(input: $input) { errors { message } } }', {
        input: { disableCommenting, disableCommentingMessage: message },
      })
    expect(data).toEqual({ updateSettings: null })
  }
  async function switchHere(disableCommenting: boolean | null): Promise<void> {
    const { status } = await visited.platform.http(`/api/v1/assets/${asset.id}/settings`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ disableCommenting }),
    })
    expect(status).toBe(204)
  }
  /** Resolves when the page has begun to follow the discussion: it has read what it missed before. */
  async function openAs(user: TestUser | null) {
    const writer = await openAsWriter(visited, asset, user)
    const { page } = writer
    await openFollowing(page)
    return writer
  }
  const off = (page: Page) => page.getByText(SWITCHED_OFF).waitFor()
  const on = (page: Page) => page.getByText(SWITCHED_OFF).waitFor({ state: 'detached' })
  const replies = (page: Page) => page.getByRole('link', { name: /^Reply to/ }).count()

  test.each([
    ['of the site', (on: boolean) => switchSite(on)],
    ['of the discussion', switchHere],
  ])('by a setting %s, the form goes and comes back for every reader, and a text stays', async (_what, turn) => {
    await using writer = await openAs(ada)
    await using idle = await openAs(await visited.platform.createUser())
    await using reader = await openAs(null)
    await writer.composer.fill('Half a thought')
    await turn(true)
    for (const { page } of [writer, idle, reader]) await off(page)
    expect([await replies(writer.page), await replies(reader.page)]).toEqual([0, 0])
    expect([await idle.composer.count(), await reader.page.locator('.join').count()]).toEqual([0, 0])
    expect(await writer.composer.inputValue()).toBe('Half a thought')
    expect(await writer.page.getByRole('button', { name: 'Post', exact: true }).isDisabled()).toBe(true)
    await turn(false)
    for (const { page } of [writer, idle, reader]) await on(page)
    expect([await replies(writer.page), await replies(reader.page)]).toEqual([1, 1])
    expect([await idle.composer.count(), await reader.page.locator('.join').count()]).toEqual([1, 1])
    expect(await writer.composer.inputValue()).toBe('Half a thought')
    await writer.composer.press('Control+Enter')
    await reader.page.getByRole('button', { name: 'Show 1 new comment' }).waitFor()
  })

  test('the message of the administrators comes with the switch', async () => {
    await using reader = await openAs(null)
    await switchSite(true, 'Back **on Monday**')
    await reader.page.locator('.box.closed strong', { hasText: 'on Monday' }).waitFor()
    expect(await reader.page.getByText(SWITCHED_OFF).count()).toBe(0)
  })

  test('a switch after the page was read, and before it follows the discussion, shows all the same', async () => {
    const page = await visited.open('about:blank')
    const [held, switched] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.routeWebSocket(/./, socket => {
      const server = socket.connectToServer()
      socket.onMessage(async message => {
        if (!String(message).includes('connection_init')) {
          held.resolve()
          await switched.promise
        }
        server.send(message)
      })
    })
    await page.goto(`${visited.root}/discussions/${asset.id}`)
    await held.promise
    await page.waitForLoadState('networkidle')
    await switchSite(true)
    switched.resolve()
    await off(page)
    await page.context().close()
  })

  test('a discussion with a setting of its own does not follow the site', async () => {
    await switchHere(false)
    await using writer = await openAs(ada)
    const [, status = ''] = documents.DiscussionStatus.split(':')
    await Promise.all([
      writer.page.waitForResponse(response => response.request().postData()?.includes(status) ?? false),
      switchSite(true),
    ])
    await writer.write('Still possible here')
    await writer.page.locator('#thread .text', { hasText: 'Still possible here' }).waitFor()
    expect(await writer.page.getByText(SWITCHED_OFF).count()).toBe(0)
    await switchHere(null)
    await off(writer.page)
  })

  test('a comment on its way while commenting is switched off stays in the form, and is posted later', async () => {
    await using writer = await openAs(ada)
    const { page, composer } = writer
    const [, posting = ''] = documents.PostComment.split(':')
    let switched = false
    await page.route(/graph\/ql$/, async route => {
      if (!switched && route.request().postData()?.includes(posting)) {
        switched = true
        await switchSite(true)
      }
      await route.continue()
    })
    await writer.write('Just missed it')
    await off(page)
    const alert = page.locator('.composer [role=alert]')
    await expect
      .poll(() => alert.textContent())
      .toBe('Commenting was switched off while you were writing. Your text is kept.')
    expect(await page.getByText('Commenting was switched off').count()).toBe(1)
    expect([await composer.inputValue(), await replies(page)]).toEqual(['Just missed it', 0])
    await switchSite(false)
    await on(page)
    await composer.press('Control+Enter')
    await page.locator('#thread .text', { hasText: 'Just missed it' }).waitFor()
    const stored = visited.platform.services.docstore.collection<Comment>('comments')
    expect(await stored.countDocuments({ asset_id: asset.id, body: 'Just missed it' })).toBe(1)
  })

  test('no page complained', () => {
    expect(visited.complaints).toEqual([])
  })
})

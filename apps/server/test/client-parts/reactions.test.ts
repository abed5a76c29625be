import { definePlugin, defineReaction } from '@platform/plugin-sdk'
import { loadStreamBuild, withParts } from '@platform/stream'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { untilDrawn } from '../stream/until-drawn.ts'
import { openAsWriter, openFollowing, signInBy } from '../stream/writer.ts'

const respect = definePlugin({ name: 'platform-plugin-respect', sdk: '^1.0', ...defineReaction('respect') })

const GIVE = 'mutation ($id: ID!) { createRespectAction(input: { item_id: $id }) { errors { message } } }'

describeWith(CHROMIUM)('a reaction on every comment, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited

  beforeAll(async () => {
    const streamBuild = withParts(await loadStreamBuild(), ['platform-plugin-respect'])
    visited = await startVisited({ plugins: [respect], streamBuild })
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  const withComment = async () => {
    const { platform } = visited
    const asset = await platform.createAsset()
    return { platform, asset, comment: await platform.createComment({ asset, body: 'Well said' }) }
  }
  const buttonIn = (page: Page) => page.getByRole('button', { name: /^Respect/ })

  test('is given and taken back by a click, counted for everybody, and marked for its reader only', async () => {
    const { asset, platform } = await withComment()
    await using writer = await openAsWriter(visited, asset, await platform.createUser())
    const button = buttonIn(writer.page)
    expect([await button.textContent(), await button.getAttribute('aria-pressed')]).toEqual(['Respect', 'false'])
    const texts = await button.evaluateHandle(element => {
      const seen: (string | null)[] = []
      const options = { subtree: true, childList: true, characterData: true }
      new MutationObserver(() => seen.push(element.textContent)).observe(element, options)
      return seen
    })
    await button.click()
    await expect.poll(() => button.textContent()).toBe('Respected1')
    expect(await button.getAttribute('aria-pressed')).toBe('true')
    await writer.page.waitForLoadState('networkidle')
    // The answer, and the event of the same reaction, count nothing again.
    expect(await texts.jsonValue()).not.toContain('Respected2')
    const other = await visited.open(`/discussions/${asset.id}`)
    expect(await buttonIn(other).textContent()).toBe('Respect1')
    await button.click()
    await expect.poll(() => button.textContent()).toBe('Respect')
    expect(visited.complaints).toEqual([])
  })
  test('shows without a reload in a page that another reader has open', async () => {
    const { asset, comment, platform } = await withComment()
    await using reader = await openAsWriter(visited, asset, await platform.createUser())
    await openFollowing(reader.page)
    await platform.as(await platform.createUser()).graphql(GIVE, { id: comment.id })
    await expect.poll(() => buttonIn(reader.page).textContent()).toBe('Respect1')
  })

  test('shows in a page that nobody has used, also on the first of several', async () => {
    const { asset, comment, platform } = await withComment()
    const reader = await visited.open('about:blank')
    const live = reader.waitForEvent('websocket')
    await openFollowing(reader, `${visited.root}/discussions/${asset.id}`)
    await live
    const scripts = () => reader.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    expect((await scripts()).some(name => name.includes('draw-stream'))).toBe(false)
    for (const count of [1, 2]) {
      await platform.as(await platform.createUser()).graphql(GIVE, { id: comment.id })
      await expect.poll(() => buttonIn(reader).textContent()).toBe(`Respect${count}`)
    }
    expect(visited.complaints).toEqual([])
    await reader.context().close()
  })

  test('is counted once when it is given before the page has learned what is the reader’s own', async () => {
    const { asset, platform } = await withComment()
    const ada = await platform.createUser()
    await using writer = await openAsWriter(visited, asset, ada)
    const { page } = writer
    let answered = false
    let answer: () => void = () => undefined
    const held = new Promise<void>(resolve => {
      answer = resolve
    })
    await page.route(/\/graph\/ql$/, async route => {
      const isOwn = route.request().postData()?.includes('"comments":') === true
      const response = await route.fetch()
      if (isOwn) await held
      answered ||= isOwn
      await route.fulfill({ response })
    })
    await page.reload()
    const button = buttonIn(page)
    await button.click()
    await expect.poll(() => button.textContent()).toBe('Respected1')
    answer()
    await expect.poll(() => answered).toBe(true)
    await page.waitForLoadState('networkidle')
    expect(await button.textContent()).toBe('Respected1')
  })

  test('that came between reading a page and following it is counted', async () => {
    const { asset, comment, platform } = await withComment()
    const reader = await visited.open('about:blank')
    await reader.route(/\/live/, route => route.continue())
    await reader.goto(`${visited.root}/discussions/${asset.id}`, { waitUntil: 'commit' })
    await platform.as(await platform.createUser()).graphql(GIVE, { id: comment.id })
    await reader.locator('.when').first().hover()
    await expect.poll(() => buttonIn(reader).textContent()).toBe('Respect1')
    await reader.context().close()
  })

  test('that came before the socket of a reader who is signed in was open is counted', async () => {
    const { asset, comment, platform } = await withComment()
    const reader = await visited.open('about:blank')
    await signInBy(visited, reader, await platform.createUser())
    let open: () => void = () => undefined
    const held = new Promise<void>(resolve => {
      open = resolve
    })
    await reader.routeWebSocket(/\/live/, async socket => {
      await held
      socket.connectToServer()
    })
    await reader.goto(`${visited.root}/discussions/${asset.id}`)
    await untilDrawn(reader)
    await platform.as(await platform.createUser()).graphql(GIVE, { id: comment.id })
    open()
    await expect.poll(() => buttonIn(reader).textContent()).toBe('Respect1')
    await reader.context().close()
  })

  test('of the same reader in another tab is marked there, too', async () => {
    const { asset, comment, platform } = await withComment()
    const ada = await platform.createUser()
    await using reader = await openAsWriter(visited, asset, ada)
    await openFollowing(reader.page)
    // What is the reader's own has been asked for, so that only the event can mark the reaction.
    await reader.page.waitForLoadState('networkidle')
    await platform.as(ada).graphql(GIVE, { id: comment.id })
    await expect.poll(() => buttonIn(reader.page).textContent()).toBe('Respected1')
  })

  test('stays marked when the server does not say who reads', async () => {
    const { asset, comment, platform } = await withComment()
    const ada = await platform.createUser()
    const moderator = await platform.createUser({ roles: ['MODERATOR'] })
    await platform.as(ada).graphql(GIVE, { id: comment.id })
    await using reader = await openAsWriter(visited, asset, ada)
    await openFollowing(reader.page)
    await reader.page.route('**/graph/ql', route => route.abort())
    // The page asks what its reader may do now.
    const asked = reader.page.waitForEvent('requestfailed')
    await platform.services.accountStatus.make('suspend', moderator.user, {
      id: ada.user.id,
      until: new Date(Date.now() + 3_600_000),
    })
    await asked
    expect(await buttonIn(reader.page).textContent()).toBe('Respected1')
  })

  test('is a form without script, and leads back to the comment', async () => {
    const { asset, comment, platform } = await withComment()
    const page = await visited.open('about:blank', { javaScriptEnabled: false })
    await signInBy(visited, page, await platform.createUser())
    await page.goto(`${visited.root}/discussions/${asset.id}`)
    await buttonIn(page).click()
    await expect.poll(() => buttonIn(page).textContent()).toBe('Respected1')
    expect(new URL(page.url()).hash).toBe(`#c-${comment.id}`)
    await buttonIn(page).click()
    await expect.poll(() => buttonIn(page).textContent()).toBe('Respect')
  })

  test('leads a reader who is not signed in to the sign-in, with and without script', async () => {
    const { asset } = await withComment()
    for (const javaScriptEnabled of [true, false]) {
      const page = await visited.open(`/discussions/${asset.id}`, { javaScriptEnabled })
      await buttonIn(page).click()
      await page.waitForURL(/\/sign-in\?next=/)
      expect(await page.getByRole('button', { name: 'Sign in' }).count()).toBe(1)
    }
  })

  test('is undone with a sentence when the server does not answer', async () => {
    const { asset, platform } = await withComment()
    await using reader = await openAsWriter(visited, asset, await platform.createUser())
    await reader.page.route('**/graph/ql', route =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await buttonIn(reader.page).click()
    await reader.page.locator('.done-note').waitFor()
    expect([await buttonIn(reader.page).textContent(), await reader.page.locator('.done-note').textContent()]).toEqual([
      'Respect',
      'That did not work. Try again in a moment.',
    ])
  })
})

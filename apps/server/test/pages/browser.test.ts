import type { Asset } from '@platform/plugin-sdk'
import type { TestPlatform } from '@platform/plugin-testing'
import { documents } from '@platform/stream'
import type { Page, WebSocketRoute } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from './browser.ts'
import { CHROMIUM } from './chromium.ts'

describeWith(CHROMIUM)('in Chromium', { timeout: 40_000 }, () => {
  let visited: Visited
  let platform: TestPlatform
  let asset: Asset

  beforeAll(async () => {
    visited = await startVisited()
    platform = visited.platform
  })
  beforeEach(async () => {
    asset = await platform.createAsset()
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  const discussion = () => `/discussions/${asset.id}`
  const say = async (body: string, parent?: { id: string }) => {
    const author = await platform.createUser()
    return platform.services.composition
      .createContext({ user: author.user })
      .mutators.Comment.create({ asset_id: asset.id, body, parent_id: parent?.id ?? null })
  }
  const [, newer = ''] = documents.NewerComments.split(':')
  /** Resolves when the page's subscription is in place: a reader who opens a page has seen everything by then. */
  const listening = (page: Page) => page.waitForResponse(response => response.url().includes(newer))
  const showNew = (page: Page, count: string) => page.getByRole('button', { name: `Show ${count}` }).click()

  test('with script off: registering, posting, replying, signing out and in', async () => {
    const page = await visited.open(discussion(), { javaScriptEnabled: false })
    await page.getByRole('main').getByRole('link', { name: 'Register' }).click()
    await page.fill('#email', 'reader@site.example')
    await page.fill('#username', 'plain_reader')
    await page.fill('#password', 'a long enough password')
    await page.getByRole('main').getByRole('button', { name: 'Register' }).click()
    expect(new URL(page.url()).pathname).toBe(discussion())

    await page.fill('textarea', 'Posted by a plain form\n\nin two paragraphs')
    await page.getByRole('button', { name: 'Post' }).click()
    await expect
      .poll(() => page.locator('#thread .text p').allTextContents())
      .toEqual(['Posted by a plain form', 'in two paragraphs'])

    await page.locator('a.reply').click()
    await page.fill('textarea', 'And answered by another')
    await page.getByRole('button', { name: 'Reply', exact: true }).click()
    expect(await page.locator('.replies .text').textContent()).toBe('And answered by another')
    expect(await page.locator('#stream-title').textContent()).toBe('2 comments')

    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Sign in' }).click()
    await page.fill('#email', 'reader@site.example')
    await page.fill('#password', 'not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    expect(await page.getByRole('alert').textContent()).toBe('E-mail or password is wrong')
    await page.fill('#password', 'a long enough password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    expect(await page.locator('.me bdi').textContent()).toBe('plain_reader')
    await page.context().close()
  })

  test("a second reader's comment, and the reply to it, appear without reloading", async () => {
    const reader = await visited.open('about:blank')
    await Promise.all([listening(reader), reader.goto(discussion())])
    await reader.evaluate(() => {
      document.body.dataset['mark'] = 'not reloaded'
    })

    const { user } = await platform.createUser({ username: 'second_reader' })
    const writer = await visited.open(`/sign-in?next=${discussion()}`)
    await writer.fill('#email', `${user.username}@test.example`)
    await writer.fill('#password', 'a long enough password')
    await writer.getByRole('button', { name: 'Sign in' }).click()
    await writer.fill('#body', 'Hello from elsewhere')
    await writer.getByRole('button', { name: 'Post' }).click()

    await showNew(reader, '1 new comment')
    const added = reader.locator('#thread > .comment.is-new')
    expect(await added.locator('.text').textContent()).toBe('Hello from elsewhere')
    expect(await reader.locator('#stream-title').textContent()).toBe('1 comment')
    expect(await reader.getByRole('status').textContent()).toBe('New comment by second_reader')

    await writer.locator('a.reply').click()
    await writer.fill('.comment textarea', 'and an answer to it')
    await writer.getByRole('button', { name: 'Reply', exact: true }).click()
    await showNew(reader, '1 new comment')
    await reader.locator('#thread > .comment > .replies > .comment', { hasText: 'and an answer to it' }).waitFor()
    expect(await reader.locator('#stream-title').textContent()).toBe('2 comments')
    expect(await reader.evaluate(() => document.body.dataset['mark'])).toBe('not reloaded')
    await Promise.all([reader.context().close(), writer.context().close()])
  })

  test('the oldest first: what is new appears at the end', async () => {
    await say('the very first')
    const reader = await visited.open('about:blank')
    await Promise.all([listening(reader), reader.goto(`${discussion()}?sort=oldest`)])
    await say('the very last')
    await reader.locator('#thread > .comment.is-new').waitFor()
    expect((await reader.locator('#thread > .comment > article .text').allTextContents()).at(-1)).toBe('the very last')
    await reader.context().close()
  })

  test('where a new comment has no place on the page, a notice leads to it', async () => {
    const root = await say('the first one')
    const reader = await visited.open('about:blank')
    await Promise.all([listening(reader), reader.goto(`${discussion()}?sort=replies`)])
    await say('the second one')
    await say('the third one')
    await showNew(reader, '2 new comments')
    await expect
      .poll(() => reader.locator('#thread > .comment > article .text').allTextContents())
      .toEqual(['the third one', 'the second one', 'the first one'])
    let parent = root
    for (let depth = 0; depth < 3; depth++) parent = await say(`deeper ${depth}`, parent)
    await showNew(reader, '3 new comments')
    await reader.getByText('deeper 2').waitFor()
    // Replies beyond the deepest level stand on that level.
    await say('deeper than the page nests', parent)
    await showNew(reader, '1 new comment')
    await reader
      .locator('#thread .replies .replies .replies > .comment', { hasText: 'deeper than the page nests' })
      .waitFor()
    await reader.context().close()
  })

  test('comments from the time without a connection appear when it is back', async () => {
    const reader = await visited.open('about:blank')
    const sockets: WebSocketRoute[] = []
    await reader.routeWebSocket(/api\/v1\/live/, socket => {
      socket.connectToServer()
      sockets.push(socket)
    })
    await Promise.all([listening(reader), reader.goto(discussion())])
    await sockets[0]!.close({ code: 1001 })
    await say('missed while away')
    await showNew(reader, '1 new comment')
    await reader.getByText('missed while away').waitFor()
    expect(sockets).toHaveLength(2)
    await say('and live again')
    await showNew(reader, '1 new comment')
    await reader.getByText('and live again').waitFor()
    await reader.context().close()
  })

  test('a reply that the page has no room for is not taken for a new one', async () => {
    const root = await say('the root')
    for (let reply = 1; reply <= 5; reply++) await say(`reply ${reply}`, root)
    platform.clock.advance(60_000)
    const reader = await visited.open('about:blank')
    await Promise.all([listening(reader), reader.goto(discussion())])
    await say('really new')
    await showNew(reader, '1 new comment')
    await reader.getByText('really new').waitFor()
    expect(await reader.locator('.is-new').count()).toBe(1)
    expect(await reader.locator('#stream-title').textContent()).toBe('7 comments')
    expect(await reader.locator('.new-comments').count()).toBe(0)
    await reader.context().close()
  })

  test('GraphiQL runs a query, and a subscription over the live endpoint', async () => {
    const page = await visited.open(`/api/v1/graph/iql?query=${encodeURIComponent('{ settings { moderation } }')}`)
    await page.getByRole('button', { name: /Execute query/ }).click()
    await page.locator('.result-window', { hasText: 'POST' }).waitFor()
    await page.goto(
      `/api/v1/graph/iql?query=${encodeURIComponent(`subscription { commentAdded(asset_id: "${asset.id}") { body } }`)}`,
    )
    await page.getByRole('button', { name: /Execute query/ }).click()
    await expect
      .poll(
        async () => {
          await say('heard_in_graphiql')
          return page.locator('.result-window').textContent()
        },
        { timeout: 20_000, interval: 500 },
      )
      .toContain('heard_in_graphiql')
    await page.context().close()
  })

  test('hostile text that arrives live does not run', async () => {
    const reader = await visited.open('about:blank')
    await Promise.all([listening(reader), reader.goto(discussion())])
    await say('<img src=x onerror=alert(1)><script>alert(2)</script>')
    await showNew(reader, '1 new comment')
    expect(await reader.locator('.is-new .text').textContent()).toContain('<script>alert(2)</script>')
    expect(await reader.locator('.text img, .text script').count()).toBe(0)
    await reader.context().close()
  })

  test('the set-up token moves from the address into the form', async () => {
    const page = await visited.open('/admin/install#token=the-token')
    expect(await page.locator('input[name=token]').inputValue()).toBe('the-token')
    expect(await page.locator('input[name=token]').isVisible()).toBe(false)
    expect(page.url()).toBe(`${visited.root}/admin/install`)
    const plain = await visited.open('/admin/install#token=the-token', { javaScriptEnabled: false })
    expect(await plain.locator('input[name=token]').isVisible()).toBe(true)
    await Promise.all([page.context().close(), plain.context().close()])
  })

  test.each([
    'Thunderstorm',
    'Canalcitynews',
    'The Chronicle of the Upper Canal',
    'Donaudampfschifffahrtsgesellschaftsverband',
    'x'.repeat(200),
  ])('in the header no part covers another or leaves the window, and no name is cut: %s', async name => {
    const [unset, reader] = [await platform.createUser({ username: `reader_with_a_long_name_${name.length}` }), null]
    await platform.services.settings.update({ organizationName: name })
    for (const user of [unset, reader]) {
      const page = await visited.open('about:blank')
      if (user) await page.context().addCookies([{ name: 'authorization', value: user.token, url: visited.root }])
      await page.goto(`${visited.root}/register`)
      for (const width of [320, 360, 412, 768, 1280]) {
        await page.setViewportSize({ width, height: 740 })
        const parts = await page.locator('.brand img, .brand bdi, .account > a, .account button').evaluateAll(found =>
          found.map(element => {
            const { left, right, top, bottom } = element.getBoundingClientRect()
            return {
              left,
              right,
              top,
              bottom,
              cut: element.scrollWidth > element.clientWidth + 1 && element.matches('bdi'),
            }
          }),
        )
        expect(parts).toHaveLength(4)
        const at = `${width} ${user ? 'signed in' : 'signed out'}`
        for (const [i, one] of parts.entries()) {
          expect([at, one.left >= 0, one.right <= width, one.cut]).toEqual([at, true, true, false])
          for (const other of parts.slice(i + 1))
            expect([
              at,
              one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom,
            ]).toEqual([at, false])
        }
        // A username is readable: at least eight letters of it fit.
        if (user) expect(parts[2]!.right - parts[2]!.left).toBeGreaterThan(72)
      }
      await page.context().close()
    }
    await platform.services.settings.update({ organizationName: null })
  })

  test('a page fits a narrow phone, and no page complained', async () => {
    let parent = await say('x'.repeat(400))
    for (let depth = 0; depth < 3; depth++) parent = await say(`https://site.example/${'y'.repeat(200)}`, parent)
    const page = await visited.open('about:blank')
    for (const [path, width] of ['/', '/demo', '/register', '/admin/install', '/nothing', discussion()].flatMap(
      path =>
        [
          [path, 360],
          [path, 320],
        ] as const,
    )) {
      await page.setViewportSize({ width, height: 740 })
      if (width === 360) await page.goto(`${visited.root}${path}`)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      // The site's name, a word, is on one line.
      const name = page.locator('.brand bdi')
      expect(
        await name.evaluate(element =>
          Math.round(element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight)),
        ),
      ).toBe(1)
      const [brand, account] = await Promise.all(['.brand', '.account'].map(part => page.locator(part).boundingBox()))
      expect(account!.x).toBeGreaterThan(brand!.x + brand!.width)
    }
    await page.context().close()
    expect(visited.complaints).toEqual([])
  })
})

import type { Asset, Comment } from '@platform/plugin-sdk'
import type { TestPlatform, TestUser } from '@platform/plugin-testing'
import { documents, loadStreamBuild, withParts } from '@platform/stream'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { untilDrawn } from '../stream/until-drawn.ts'
import { startVisited, type Visited } from './browser.ts'
import { CHROMIUM } from './chromium.ts'
import { changeAsset } from './visit.ts'

describeWith(CHROMIUM)('reading in Chromium', { timeout: 40_000 }, () => {
  let visited: Visited
  let platform: TestPlatform
  let asset: Asset
  let pages: Page[] = []

  beforeAll(async () => {
    visited = await startVisited({ streamBuild: withParts(await loadStreamBuild(), ['platform-plugin-permalink']) })
    platform = visited.platform
  })
  beforeEach(async () => {
    asset = await platform.createAsset()
  })
  afterEach(async () => {
    for (const page of pages) await page.context().close()
    pages = []
    await set({ closedMessage: null, disableCommenting: false, infoBoxEnable: false, questionBoxEnable: false })
    expect(visited.complaints).toEqual([])
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  const say = async (body: string, { parent, author }: { parent?: Comment; author?: TestUser } = {}) => {
    platform.clock.advance(1_000)
    const by = author ?? (await platform.createUser())
    return platform.services.composition
      .createContext({ user: by.user })
      .mutators.Comment.create({ asset_id: asset.id, body, parent_id: parent?.id ?? null })
  }
  const open = async (path: string, options?: BrowserContextOptions) => {
    const page = await visited.open(path, options)
    pages.push(page)
    await page.locator('.stream.alive').waitFor()
    return page
  }
  const openAs = async (user: TestUser, path: string) => {
    const page = await visited.open('about:blank')
    pages.push(page)
    await page.context().addCookies([{ name: 'authorization', value: user.token, url: visited.root }])
    await page.goto(visited.root + path)
    await page.locator('.stream.alive').waitFor()
    return page
  }
  const [, newer = ''] = documents.NewerComments.split(':')
  const openLive = async (path: string) => {
    const page = await visited.open('about:blank')
    pages.push(page)
    await Promise.all([page.waitForResponse(response => response.url().includes(newer)), page.goto(path)])
    return page
  }
  const discussion = () => `/discussions/${asset.id}`
  const roots = (page: Page) => page.locator('#thread > .comment > article .text').allTextContents()
  const set = (settings: Record<string, unknown>) => platform.services.settings.update(settings)

  test('the order is changed in place, and the address follows', async () => {
    for (const body of ['one', 'two', 'three']) await say(body)
    const page = await open(discussion())
    await page.getByRole('link', { name: 'Oldest' }).click()
    await expect.poll(() => roots(page)).toEqual(['one', 'two', 'three'])
    expect(page.url()).toMatch(/\?sort=oldest$/)
    await page.getByRole('link', { name: 'Newest' }).click()
    await expect.poll(() => roots(page)).toEqual(['three', 'two', 'one'])
    expect(page.url()).toBe(visited.root + discussion())
  })

  test('a comment is shown alone with those that it answers, in place, and the way back leads to the whole', async () => {
    const root = await say('the root')
    const middle = await say('in the middle', { parent: root })
    const leaf = await say('the leaf', { parent: middle })
    await say('something else')
    const page = await open(discussion())
    await page.evaluate(() => Object.assign(window, { same: true }))
    await page.locator(`#c-${leaf.id} .when`).click()
    await page.locator('.focused', { hasText: 'the leaf' }).waitFor()
    expect(await page.locator('.focus .above .text').allTextContents()).toEqual(['the root', 'in the middle'])
    expect(await page.getByText('something else').count()).toBe(0)
    expect(page.url()).toBe(`${visited.root}${discussion()}/comments/${leaf.id}`)
    // The exact time is there for readers without a pointer, too.
    expect(await page.locator('.focused time').textContent()).toMatch(/\d{4}/)
    await page.getByRole('link', { name: 'The whole discussion' }).click()
    await page.getByText('something else').waitFor()
    expect(new URL(page.url()).pathname).toBe(discussion())
    await page.goBack()
    await page.locator('.focused', { hasText: 'the leaf' }).waitFor()
    expect(await page.evaluate(() => 'same' in window)).toBe(true)
  })

  test('from the page of one comment the whole discussion is read in place', async () => {
    const root = await say('the root')
    await say('something else')
    const page = await open(`${discussion()}/comments/${root.id}`)
    await page.evaluate(() => Object.assign(window, { same: true }))
    await page.getByRole('link', { name: 'The whole discussion' }).click()
    await expect.poll(() => roots(page)).toEqual(['something else', 'the root'])
    expect(await page.evaluate(() => 'same' in window)).toBe(true)
  })

  test('more at every level is added in place, and the focus is on the first that came', async () => {
    const first = await say('first of all')
    for (let i = 0; i < 21; i++) await say(`root ${i}`)
    for (let i = 0; i < 5; i++) await say(`reply ${i}`, { parent: first })
    const page = await open(`${discussion()}?sort=oldest`)
    await page.getByRole('link', { name: 'Show 2 more replies' }).click()
    await page.getByText('reply 4').waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.querySelector('.text')?.textContent)
    await expect.poll(focused).toBe('reply 3')
    await page.getByRole('link', { name: 'More comments' }).click()
    await page.getByText('root 20').waitFor()
    await expect.poll(focused).toBe('root 19')
  })

  test('replies beyond the last level say whom they answer', async () => {
    let parent = await say('level 0')
    for (let level = 1; level <= 4; level++)
      parent = await say(`level ${level}`, {
        parent,
        author: await platform.createUser({ username: `deep_person_${level}` }),
      })
    const page = await open(discussion())
    await page.getByRole('link', { name: 'Show 1 reply' }).click()
    const flat = page.locator('.comment', { hasText: 'level 4' }).last()
    expect(await flat.locator('.answers').textContent()).toBe('in reply to deep_person_3')
    expect(await page.locator('.replies .replies .replies .replies').count()).toBe(0)
  })

  test('new comments and replies wait for a click, so that nothing moves while the user reads', async () => {
    const root = await say('the root')
    const page = await openLive(discussion())
    const place = () => page.locator(`#c-${root.id}`).boundingBox()
    const before = await place()
    await say('a new one')
    await say('a new reply', { parent: root })
    await page.getByRole('button', { name: 'Show 2 new comments' }).waitFor()
    expect(await place()).toEqual(before)
    await page.getByRole('button', { name: 'Show 2 new comments' }).click()
    await page.getByText('a new reply').waitFor()
    expect(await roots(page)).toEqual(['a new one', 'the root'])
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.querySelector('.text')?.textContent))
      .toBe('a new one')
  })

  test('a new comment that is rejected before it is shown, and approved after all, waits again', async () => {
    const page = await openLive(discussion())
    const { id } = await say('a new one')
    const news = page.getByRole('button', { name: 'Show 1 new comment' })
    await news.waitFor()
    const { user } = await platform.createUser({ roles: ['MODERATOR'] })
    const decide = (status: 'REJECTED' | 'ACCEPTED') =>
      platform.services.composition.createContext({ user }).mutators.Comment.setStatus({ id, status })
    await decide('REJECTED')
    await news.waitFor({ state: 'detached' })
    await decide('ACCEPTED')
    await news.click()
    await expect.poll(() => roots(page)).toEqual(['a new one'])
  })

  test('edits, removals and closing apply while the page is open', async () => {
    const author = await platform.createUser()
    const edited = await say('before', { author })
    const removed = await say('to be removed')
    const answer = await say('the answer to it', { parent: removed })
    const page = await openLive(discussion())
    await platform.services.composition
      .createContext({ user: author.user })
      .mutators.Comment.edit({ id: edited.id, asset_id: asset.id, edit: { body: 'afterwards' } })
    await page.getByText('afterwards').waitFor()
    const moderator = await platform.createUser({ roles: ['MODERATOR'] })
    await platform.services.composition
      .createContext({ user: moderator.user })
      .mutators.Comment.setStatus({ id: removed.id, status: 'REJECTED' })
    await page.getByText('This comment was removed.').waitFor()
    expect(await page.getByText('to be removed').count()).toBe(0)
    expect(await page.locator(`#c-${answer.id} .text`).textContent()).toBe('the answer to it')
    expect(await page.getByRole('link', { name: /^Reply to/ }).count()).toBe(2)
    await platform.as(moderator).graphql('mutation ($id: ID!) { closeAsset(id: $id) { errors { translation_key } } }', {
      id: asset.id,
    })
    await page.getByText('This discussion is closed.').waitFor()
    expect(await page.getByRole('link', { name: /^Reply to/ }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Quote' }).count()).toBe(0)
  })

  test.each([
    ['closed', { closedMessage: 'We are **done** here' }, 'We are done here'],
    ['switched off', { disableCommenting: true, disableCommentingMessage: 'Back on *Monday*' }, 'Back on Monday'],
  ])(
    'a discussion that is %s says so in the words of the site, and no reader can reply',
    async (kind, settings, words) => {
      const author = await platform.createUser()
      await platform.createComment({ asset, author })
      if (kind === 'closed') await changeAsset(platform, asset, { closedAt: new Date(0) })
      await set(settings)
      for (const page of [await open(discussion()), await openAs(author, discussion())]) {
        expect((await page.locator('.box.closed').textContent())?.trim()).toBe(words)
        expect(await page.getByRole('link', { name: /^Reply to/ }).count()).toBe(0)
        expect(await page.locator('form.composer').count()).toBe(0)
      }
    },
  )

  test('the info and the question of the site stand above the comments, the question with its icon', async () => {
    await set({
      infoBoxEnable: true,
      infoBoxContent: 'Be *kind*, [or](javascript:alert(1)) [not](https://example.org/).',
      questionBoxEnable: true,
      questionBoxContent: 'What would **you** do?',
      questionBoxIcon: 'forum',
    })
    const page = await open(discussion())
    expect((await page.locator('.box.info').textContent())?.trim()).toBe('Be kind, or not.')
    expect(await page.locator('.box.info a').allTextContents()).toEqual(['not'])
    const question = page.getByRole('region', { name: 'Question to readers' })
    expect((await question.textContent())?.trim()).toBe('What would you do?')
    expect(await question.locator('svg').count()).toBe(1)
  })

  test('a collapsed comment is still collapsed at the next visit, and what is new is found', async () => {
    const first = await say('seen before')
    await say('hidden with it', { parent: first })
    const page = await visited.open('about:blank')
    pages.push(page)
    const visit = async () => {
      await page.clock.setSystemTime(platform.clock.now().getTime() + 1_000)
      await page.goto(visited.root + discussion())
      await page.locator('.stream.alive').waitFor()
    }
    await visit()
    expect(await page.locator('.unread').count()).toBe(0)
    await page.locator(`#c-${first.id} > article .collapse`).click()
    expect(await page.locator(`#c-${first.id} .hidden-replies`).textContent()).toBe('1 reply')
    await page.goto('about:blank')
    platform.clock.advance(31 * 60_000)
    await say('written meanwhile')
    await visit()
    expect(await page.getByText('hidden with it').count()).toBe(0)
    await page.getByRole('button', { name: '1 new comment since your last visit' }).click()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.querySelector('.text')?.textContent))
      .toBe('written meanwhile')
  })

  test('what was read is kept for the latest hundred discussions', async () => {
    await say('one of many')
    const page = await visited.open('/')
    pages.push(page)
    await page.evaluate(() => {
      const others = Array.from({ length: 120 }, (_, i) => ({
        discussion: `d${i}`,
        seen: null,
        last: i,
        collapsed: [],
      }))
      localStorage.setItem('platform:reading', JSON.stringify(others))
    })
    await page.goto(visited.root + discussion())
    await page.locator('.stream.alive').waitFor()
    const kept = await page.evaluate(
      () => JSON.parse(localStorage.getItem('platform:reading') ?? '[]') as { discussion: string }[],
    )
    expect([kept.length, discussion().endsWith(kept[0]?.discussion ?? '-'), kept.at(-1)?.discussion]).toEqual([
      100,
      true,
      'd98',
    ])
  })

  test('the time of a comment is relative, with the exact one as a hint, and goes on', async () => {
    const { id } = await say('written now')
    const page = await visited.open('about:blank', { locale: 'en-GB', timezoneId: 'Europe/Berlin' })
    pages.push(page)
    await page.clock.install({ time: platform.clock.now().getTime() + 1_000 })
    await page.goto(`${visited.root}${discussion()}?comment=${id}`)
    await page.locator('.stream.alive').waitFor()
    const time = page.locator(`#c-${id} > article .when time`)
    expect(await time.textContent()).toBe('just now')
    await untilDrawn(page)
    await expect.poll(() => time.getAttribute('title')).toMatch(/, \d{4} at \d{1,2}:\d{2} [AP]M$/)
    await page.clock.fastForward(300_000)
    await expect.poll(() => time.textContent()).toBe('5 minutes ago')
  })

  test('what the page says already is not asked for again when the browser takes it over', async () => {
    await say('drawn by the server')
    const page = await visited.open('about:blank')
    pages.push(page)
    const asked: string[] = []
    page.on('request', request => {
      if (request.url().includes('/graph/ql')) asked.push(`${request.url()} ${request.postData() ?? ''}`)
    })
    await page.goto(visited.root + discussion())
    await page.locator('.comment .collapse').first().hover()
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('draw-stream')),
    )
    await page.locator('.comment .collapse').first().click()
    await page.locator('.comment.collapsed').waitFor()
    const whole = [documents.Thread, documents.MoreComments, documents.MoreReplies, documents.Permalink]
    expect(asked.filter(each => whole.some(id => each.includes(encodeURIComponent(id)) || each.includes(id)))).toEqual(
      [],
    )
  })

  test('the link to a comment is copied, and where the browser forbids that it can be copied by hand', async () => {
    const { id } = await say('worth sharing')
    const address = `${visited.root}${discussion()}/comments/${id}`
    const page = await open(discussion(), { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByRole('button', { name: 'Link copied' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('not here'))
    })
    await page.reload()
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('not here'))
    })
    await page.reload()
    await page.getByRole('button', { name: 'Share' }).click()
    expect(await page.getByLabel('The link to this comment, to copy it').inputValue()).toBe(address)
  })

  test('of an ignored author only the place is shown, until the reader asks', async () => {
    const [reader, ignored] = [await platform.createUser(), await platform.createUser({ username: 'tiresome' })]
    const comment = await say('what I do not want to read', { author: ignored })
    await say('a good answer', { parent: comment })
    await platform.as(reader).graphql('mutation ($id: ID!) { ignoreUser(id: $id) { errors { translation_key } } }', {
      id: ignored.user.id,
    })
    const page = await openAs(reader, discussion())
    expect(await page.locator('.tombstone').textContent()).toContain('You ignore tiresome.')
    // A coloured avatar would draw the eye to it.
    expect(await page.locator('.avatar:not([class*=tint])').count()).toBe(1)
    expect(await page.getByText('what I do not want to read').count()).toBe(0)
    expect(await page.getByText('a good answer').count()).toBe(1)
    await page.getByRole('button', { name: 'Show the comment' }).click()
    await page.getByText('what I do not want to read').waitFor()
  })

  test('a comment that a user has reported is marked for that user only', async () => {
    const [reporter, other] = [await platform.createUser(), await platform.createUser()]
    const comment = await say('questionable')
    await platform
      .as(reporter)
      .graphql('mutation ($flag: CreateFlagInput!) { createFlag(flag: $flag) { errors { translation_key } } }', {
        flag: { item_id: comment.id, item_type: 'COMMENTS', reason: 'COMMENT_SPAM' },
      })
    const [own, foreign] = [await openAs(reporter, discussion()), await openAs(other, discussion())]
    await own.getByText('You reported this comment').waitFor()
    expect(await foreign.getByText('You reported this comment').count()).toBe(0)
  })

  test('a list that can not be read says so, and is read at the second attempt', async () => {
    for (const body of ['one', 'two']) await say(body)
    const page = await open(discussion())
    const [, list = ''] = documents.MoreComments.split(':')
    await page.route(
      url => url.href.includes(list),
      route => route.abort(),
      { times: 1 },
    )
    await page.getByRole('link', { name: 'Oldest' }).click()
    await page.getByText('This could not be loaded.').waitFor()
    expect(await roots(page)).toEqual(['two', 'one'])
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => roots(page)).toEqual(['one', 'two'])
    expect(await page.getByText('This could not be loaded.').count()).toBe(0)
  })

  test('without a network the page says so, and afterwards it shows what it missed', async () => {
    const removed = await say('removed meanwhile')
    const page = await openLive(discussion())
    await untilDrawn(page)
    await page.context().setOffline(true)
    await page.getByText('You are offline.').waitFor()
    await say('written meanwhile')
    const moderator = await platform.createUser({ roles: ['MODERATOR'] })
    await platform.services.composition
      .createContext({ user: moderator.user })
      .mutators.Comment.setStatus({ id: removed.id, status: 'REJECTED' })
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Show 1 new comment' }).waitFor()
    await page.getByText('This comment was removed.').waitFor()
    expect(await page.getByText('You are offline.').count()).toBe(0)
  })

  test('in the background the socket is closed after a while, and opened when the reader comes back', async () => {
    await say('the first')
    const page = await visited.open('about:blank')
    pages.push(page)
    let sockets = 0
    let closed = 0
    page.on('websocket', socket => {
      sockets++
      socket.on('close', () => closed++)
    })
    await page.clock.install()
    await Promise.all([
      page.waitForResponse(response => response.url().includes(newer)),
      page.goto(visited.root + discussion()).then(() => page.clock.runFor(100)),
    ])
    const show = (state: 'hidden' | 'visible') =>
      page.evaluate(visibility => {
        Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, state)
    await show('hidden')
    await page.clock.runFor(59_000)
    expect([sockets, closed]).toEqual([1, 0])
    await page.clock.runFor(2_000)
    await expect.poll(() => closed).toBe(1)
    await say('written meanwhile')
    await show('visible')
    await expect.poll(() => sockets).toBe(2)
    await page.getByRole('button', { name: 'Show 1 new comment' }).waitFor()
  })
})

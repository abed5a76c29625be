import type { Asset, Comment, CommentStatus } from '@platform/plugin-sdk'
import type { TestUser } from '@platform/plugin-testing'
import { loadStreamBuild, withParts } from '@platform/stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { openAsWriter, type Writer } from './writer.ts'

describeWith(CHROMIUM)('posting, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let asset: Asset
  let ada: TestUser

  beforeAll(async () => {
    visited = await startVisited({ streamBuild: withParts(await loadStreamBuild(), ['platform-plugin-permalink']) })
  })
  beforeEach(async () => {
    asset = await visited.platform.createAsset()
    ada = await visited.platform.createUser()
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  const stored = () =>
    visited.platform.services.docstore.collection<Comment>('comments').find({ asset_id: asset.id }).toArray()
  async function decide(text: string, status: CommentStatus): Promise<void> {
    const { user } = await visited.platform.createUser({ roles: ['MODERATOR'] })
    const comment = (await stored()).find(({ body }) => body === text)
    await visited.platform.services.comments.setStatus(user, comment!.id, status)
  }
  const problem = ({ page }: Writer) => page.locator('.composer [role=alert]').textContent()
  const settings = (values: Record<string, unknown>) =>
    visited.platform.services.assets.updateSettings(asset.id, values)

  test('Ctrl and Enter post; the focus goes to the new comment, and the form is empty', async () => {
    await using writer = await openAsWriter(visited, asset, ada)
    const { page, composer } = writer
    await composer.fill('Typed and sent')
    await composer.press('Control+Enter')
    await page.locator('#thread .text', { hasText: 'Typed and sent' }).waitFor()
    expect(await composer.inputValue()).toBe('')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.querySelector('.text')?.textContent))
      .toBe('Typed and sent')
    expect(await page.locator('p.unseen[role=status]').textContent()).toBe('Your comment is posted.')
  })

  test('the comment is shown as being sent until the server answers', async () => {
    await using writer = await openAsWriter(visited, asset, ada)
    const { page } = writer
    let answer = () => {}
    const held = new Promise<void>(resolve => {
      answer = resolve
    })
    await page.route(/graph\/ql/, async route => {
      await held
      await route.continue()
    })
    await writer.write('Slow but sure')
    expect(await page.locator('.sending .text').textContent()).toBe('Slow but sure')
    answer()
    await page.locator('#thread .text', { hasText: 'Slow but sure' }).waitFor()
    expect(await page.locator('.sending').count()).toBe(0)
  })

  test('what is sent while there is no network is posted once when it is back', async () => {
    await using writer = await openAsWriter(visited, asset, ada)
    const { page } = writer
    await page.context().setOffline(true)
    await writer.write('Written in a tunnel')
    await expect.poll(() => problem(writer)).toContain('posted as soon as you are connected again')
    expect(await writer.composer.inputValue()).toBe('Written in a tunnel')
    await page.context().setOffline(false)
    await page.locator('#thread .text', { hasText: 'Written in a tunnel' }).waitFor()
    expect((await stored()).map(({ body }) => body)).toEqual(['Written in a tunnel'])
  })

  test('what is written while a comment is sent again stays in the form', async () => {
    await using writer = await openAsWriter(visited, asset, ada)
    const { page, composer } = writer
    const [held, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let sent = 0
    await page.route(/graph.ql$/, async route => {
      if (!route.request().postData()?.includes('"body"')) return route.continue()
      if (++sent === 1) return route.abort()
      held.resolve()
      await letGo.promise
      await route.continue()
    })
    await writer.write('The first thought')
    await page.locator('.outcome', { hasText: 'There is no connection' }).waitFor()
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await held.promise
    await composer.fill('The first thought, and a second one')
    letGo.resolve()
    await page.locator('#thread .text', { hasText: /^The first thought$/ }).waitFor()
    expect(await composer.inputValue()).toBe('The first thought, and a second one')
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await page.locator('#thread .text', { hasText: 'and a second one' }).waitFor()
    expect([await composer.inputValue(), (await stored()).length]).toEqual(['', 2])
  })

  test('a comment whose answer was lost, and whose page is loaded again, is posted once', async () => {
    await using writer = await openAsWriter(visited, asset, ada)
    const { page } = writer
    let reached = () => {}
    const posted = new Promise<void>(resolve => {
      reached = resolve
    })
    await page.route(/graph\/ql/, async route => {
      await route.fetch()
      reached()
      await route.abort()
    })
    await writer.write('Posted, but not answered')
    await posted
    await page.unrouteAll({ behavior: 'wait' })
    await page.reload()
    await page.locator('#thread .text', { hasText: 'Posted, but not answered' }).waitFor()
    await expect.poll(() => writer.composer.inputValue()).toBe('')
    expect((await stored()).map(({ body }) => body)).toEqual(['Posted, but not answered'])
    expect(await page.locator('#thread .comment').count()).toBe(1)
  })

  test('a reply that was sent and not answered is sent again after a reload', async () => {
    await visited.platform.createComment({ asset, body: 'Who answers?' })
    await using writer = await openAsWriter(visited, asset, ada)
    const { page } = writer
    await page.getByRole('link', { name: /^Reply to/ }).click()
    await page.context().setOffline(true)
    await page.locator('.comment textarea').fill('I do, from a tunnel')
    await page.locator('.comment textarea').press('Control+Enter')
    await page.locator('.comment [role=alert]').waitFor()
    await page.context().setOffline(false)
    await page.reload()
    await page.locator('.replies .text', { hasText: 'I do, from a tunnel' }).waitFor()
    expect((await stored()).filter(({ parent_id: parent }) => parent !== null)).toHaveLength(1)
  })

  test('a draft is there again after a reload', async () => {
    await using writer = await openAsWriter(visited, asset, ada)
    await writer.composer.fill('Not finished')
    await writer.page.reload()
    await expect.poll(() => writer.composer.inputValue()).toBe('Not finished')
    expect(await stored()).toEqual([])
  })

  test('the form of a reply that is not finished is open again after a reload, unless the reader closed it', async () => {
    await visited.platform.createComment({ asset, body: 'Who answers?' })
    await using writer = await openAsWriter(visited, asset, ada)
    const { page } = writer
    const field = page.locator('.comment textarea')
    await page.getByRole('link', { name: /^Reply to/ }).click()
    await field.fill('I do, when I have')
    await page.reload()
    await field.waitFor()
    await expect.poll(() => field.inputValue()).toBe('I do, when I have')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.reload()
    await page.locator('.stream.alive').waitFor()
    await page.getByRole('link', { name: /^Reply to/ }).waitFor()
    expect(await field.count()).toBe(0)
    await page.getByRole('link', { name: /^Reply to/ }).click()
    await expect.poll(() => field.inputValue()).toBe('I do, when I have')
    expect(await stored()).toHaveLength(1)
  })

  test('a comment that waits is marked, for its author only, after a reload too', async () => {
    await settings({ moderation: 'PRE' })
    await using writer = await openAsWriter(visited, asset, ada)
    await using reader = await openAsWriter(visited, asset, await visited.platform.createUser())
    const { page } = writer
    await writer.write('Please let me in')
    for (const _time of [1, 2]) {
      const comment = writer.comment('Please let me in')
      expect(await comment.locator('.held').textContent()).toBe('Waits for a moderator; only you see it')
      expect(await page.locator('#stream-title').textContent()).toBe('0 comments')
      expect(await comment.getByRole('link', { name: /^Reply/ }).count()).toBe(0)
      await page.reload()
      await page.locator('.stream.alive').waitFor()
    }
    expect(await reader.page.getByText('Please let me in').count()).toBe(0)
    expect(await writer.comment('Please let me in').getByRole('button', { name: 'Share' }).count()).toBe(0)
    await decide('Please let me in', 'ACCEPTED')
    await writer.comment('Please let me in').locator('.held').waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('#stream-title').textContent()).toBe('1 comment')
    expect(await writer.comment('Please let me in').getByRole('button', { name: 'Share' }).count()).toBe(1)
  })

  test('a comment that waits leaves the page of its author when a moderator rejects it', async () => {
    await settings({ moderation: 'PRE' })
    await using writer = await openAsWriter(visited, asset, ada)
    await writer.write('Please let me in')
    await writer.comment('Please let me in').locator('.held').waitFor()
    await expect
      .poll(async () => {
        await decide('Please let me in', 'PREMOD')
        await decide('Please let me in', 'REJECTED')
        return writer.comment('Please let me in').count()
      })
      .toBe(0)
    expect(await writer.page.locator('#stream-title').textContent()).toBe('0 comments')
  })

  describe('a comment that is refused stays in the form', () => {
    test('an empty one', async () => {
      await using writer = await openAsWriter(visited, asset, ada)
      await writer.write('   ')
      expect(await problem(writer)).toBe('Write something first.')
    })

    test('one that is too long, which the count says before', async () => {
      await settings({ charCountEnable: true, charCount: 10 })
      await using writer = await openAsWriter(visited, asset, ada)
      await writer.composer.fill('12345')
      expect(await writer.page.locator('.characters').textContent()).toBe('5 characters left')
      await writer.composer.fill('123456789 😀😀')
      expect(await writer.page.locator('.characters').textContent()).toBe('2 characters too long')
      expect(await writer.page.getByRole('button', { name: 'Post', exact: true }).isDisabled()).toBe(true)
    })

    test('one that is sent too soon after others', async () => {
      await visited.platform.services.settings.update({ commentsPerMinute: 1 })
      await using writer = await openAsWriter(visited, asset, ada)
      await writer.write('The first of many')
      await writer.page.locator('#thread .text').waitFor()
      await writer.write('The second of many')
      await expect.poll(() => problem(writer)).toContain('You are posting very fast')
      expect(await writer.composer.inputValue()).toBe('The second of many')
      await visited.platform.services.settings.update({ commentsPerMinute: null })
    })

    test('a reply to a comment that was removed meanwhile', async () => {
      const { platform } = visited
      const { id } = await platform.createComment({ asset, body: 'Not for long' })
      await using writer = await openAsWriter(visited, asset, ada)
      const { page } = writer
      await page.getByRole('link', { name: /^Reply to/ }).click()
      await page.locator('.comment textarea').fill('What do you mean?')
      await platform.services.docstore.collection('comments').updateOne({ id }, { $set: { status: 'REJECTED' } })
      await page.locator('.comment textarea').press('Control+Enter')
      await page.getByRole('alert').getByText('The comment that you reply to is not there any more').waitFor()
      expect(await page.locator('.comment textarea').inputValue()).toBe('What do you mean?')
    })

    test('one in a discussion that is closed meanwhile, before and after it is sent', async () => {
      const { platform } = visited
      await using writer = await openAsWriter(visited, asset, ada)
      const { page, composer } = writer
      await composer.fill('A moment too late')
      const { user } = await platform.createUser({ roles: ['MODERATOR'] })
      await platform.services.assets.updateStatus(asset.id, { closedAt: new Date() }, user)
      await page.locator('.box.closed').waitFor()
      expect(await composer.inputValue()).toBe('A moment too late')
      expect(await page.getByText('The discussion was closed while you were writing').count()).toBe(1)
      expect(await page.getByRole('button', { name: 'Post', exact: true }).isDisabled()).toBe(true)
    })
  })

  test('the form speaks the language of the reader', async () => {
    await using writer = await openAsWriter(visited, asset, ada, { locale: 'de-DE' })
    await writer.page.fill('#body', 'x')
    await writer.page.getByRole('button', { name: 'Senden' }).click()
    await expect.poll(() => problem(writer)).toBe('Schreiben Sie etwas mehr.')
  })

  test('no page complained', () => {
    expect(visited.complaints).toEqual([])
  })
})

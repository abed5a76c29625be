import type { Asset, Comment } from '@platform/plugin-sdk'
import type { TestUser } from '@platform/plugin-testing'
import { documents, loadStreamBuild, withParts } from '@platform/stream'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startVisited, type Visited } from '../../../apps/server/test/pages/browser.ts'
import { CHROMIUM } from '../../../apps/server/test/pages/chromium.ts'
import { untilDrawn } from '../../../apps/server/test/stream/until-drawn.ts'
import { openAsWriter, openFollowing, type Writer } from '../../../apps/server/test/stream/writer.ts'
import { describeWith } from '../../../test/needs.ts'
import featured from '../server/index.ts'

describeWith(CHROMIUM)(
  'the tab of featured comments while others are written, in Chromium',
  { timeout: 60_000 },
  () => {
    let visited: Visited
    let asset: Asset
    let ada: TestUser
    let mona: TestUser
    let best: Comment

    beforeAll(async () => {
      const parts = ['platform-plugin-featured-comments', 'platform-plugin-moderation-actions']
      const streamBuild = withParts(await loadStreamBuild(), parts)
      visited = await startVisited({ plugins: [featured], streamBuild })
      mona = await visited.platform.createUser({ roles: ['MODERATOR'] })
      ada = await visited.platform.createUser()
    })
    beforeEach(async () => {
      const { platform } = visited
      asset = await platform.createAsset()
      best = await platform.createComment({ asset, body: 'well said' })
      await platform.createComment({ asset, body: 'like many others' })
      await feature(best)
    })
    afterAll(() => visited?.[Symbol.asyncDispose]())

    const feature = (comment: Comment, field: 'addTag' | 'removeTag' = 'addTag') =>
      visited.platform
        .as(mona)
        .graphql(`mutation ($tag: ModifyTagInput!) { ${field}(tag: $tag) { errors { message } } }`, {
          tag: { name: 'FEATURED', id: comment.id, item_type: 'COMMENTS', asset_id: asset.id },
        })
    const say = (body: string, parent: Comment | null = null) =>
      visited.platform.services.composition
        .createContext({ user: ada.user })
        .mutators.Comment.create({ asset_id: asset.id, body, parent_id: parent?.id ?? null })
    const tabs = (page: Page) => page.locator('.tabs a').allTextContents()
    const texts = (page: Page) => page.locator('.comments .text').allTextContents()
    /** Opens a page, and waits until it follows the discussion. */
    async function openUser(user: TestUser | null): Promise<Writer> {
      const writer = await openAsWriter(visited, asset, user)
      const { page } = writer
      await openFollowing(page)
      return writer
    }
    async function openFeatured(user: TestUser | null): Promise<Writer> {
      const writer = await openUser(user)
      const { page } = writer
      await page.locator('.tabs a', { hasText: 'Featured' }).click()
      await expect.poll(() => texts(page)).toEqual(['well said'])
      return writer
    }

    test('a new comment is counted among all, and is not announced here; a reply to a featured one is', async () => {
      await using reader = await openFeatured(null)
      const { page } = reader
      await say('nothing special')
      await expect.poll(() => tabs(page)).toEqual(['Featured 1', 'All 3'])
      expect(await page.locator('.new-comments').count()).toBe(0)
      await say('an answer to it', best)
      await page.locator('.new-comments', { hasText: 'Show 1 new comment' }).click()
      await expect.poll(() => texts(page)).toEqual(['well said', 'an answer to it'])
      await page.locator('.tabs a', { hasText: 'All' }).click()
      await expect
        .poll(() => texts(page))
        .toEqual(['nothing special', 'like many others', 'well said', 'an answer to it'])
    })

    test('the own new comment is shown among all comments', async () => {
      await using writer = await openFeatured(ada)
      const { page } = writer
      await writer.write('my own')
      await expect.poll(() => texts(page)).toEqual(['my own', 'like many others', 'well said'])
      expect(await page.locator('.tabs a[aria-current]').textContent()).toBe('All 3')
      await page.locator('.tabs a', { hasText: 'Featured' }).click()
      await expect.poll(() => texts(page)).toEqual(['well said'])
    })

    test('a comment that is featured meanwhile is counted and marked when the page is connected again', async () => {
      const another = await visited.platform.createComment({ asset, body: 'said better' })
      await using reader = await openUser(null)
      const { page } = reader
      await page.context().setOffline(true)
      await feature(another)
      await page.context().setOffline(false)
      await expect.poll(() => tabs(page)).toEqual(['Featured 2', 'All 3'])
      await reader.comment('said better').locator('.badge.featured').waitFor()
    })

    test('an open page counts what is featured at once, also a comment that it does not show', async () => {
      await using reader = await openFeatured(null)
      const { page } = reader
      const { id } = await visited.platform.createComment({ asset, body: 'said elsewhere' })
      const elsewhere = { ...best, id }
      await feature(elsewhere)
      await expect.poll(() => tabs(page)).toEqual(['Featured 2', 'All 3'])
      await feature(elsewhere, 'removeTag')
      await feature(best, 'removeTag')
      // The tab stays while it is open.
      await expect.poll(() => tabs(page)).toEqual(['Featured 0', 'All 3'])
      await page.locator('.tabs a', { hasText: 'All' }).click()
      await expect.poll(() => tabs(page)).toEqual(['All 3'])
    })

    test('an open page counts a featured comment while readers see it: not when it is rejected or deleted', async () => {
      const { platform } = visited
      const author = await platform.createUser()
      const good = await platform.createComment({ asset, author, body: 'said by an author' })
      const { page: reader } = await openUser(null)
      const { page: writer } = await openUser(author)
      const { page: desk } = await openUser(mona)
      const pages = [reader, writer, desk]
      const allShow = async (...expected: string[]) => {
        for (const page of pages) await expect.poll(() => tabs(page)).toEqual(expected)
      }
      const decide = (call: string) =>
        platform.as(mona).graphql(`mutation ($id: ID!) { ${call} { errors { message } } }`, { id: good.id })
      await feature(good)
      await allShow('Featured 2', 'All 3')
      await decide('setCommentStatus(id: $id, status: REJECTED)')
      await allShow('Featured 1', 'All 2')
      await decide('takeBackDecision(id: $id, status: REJECTED)')
      await allShow('Featured 2', 'All 3')
      await writer.getByRole('link', { name: 'Delete' }).click()
      await writer.getByRole('button', { name: 'Delete the comment' }).click()
      await allShow('Featured 1', 'All 3')
      for (const page of pages) await page.context().close()
    })

    test('comments that a page has not loaded leave its numbers when they are rejected', async () => {
      const { platform } = visited
      for (let number = 0; number < 24; number++) await platform.createComment({ asset, body: `newer ${number}` })
      await using reader = await openUser(null)
      const { page } = reader
      // The page reads once more as soon as it is drawn.
      const [, newer = ''] = documents.NewerComments.split(':')
      await Promise.all([page.waitForResponse(response => response.url().includes(newer)), untilDrawn(page)])
      await page.waitForLoadState('networkidle')
      await expect.poll(() => tabs(page)).toEqual(['Featured 1', 'All 26'])
      expect(await page.getByText('well said').count()).toBe(0)
      const oldest = await platform.services.docstore
        .collection<Comment>('comments')
        .find({ asset_id: asset.id })
        .sort({ created_at: 1 })
        .limit(3)
        .toArray()
      await Promise.all(oldest.map(({ id }) => platform.services.comments.setStatus(mona.user, id, 'REJECTED')))
      await expect.poll(() => tabs(page)).toEqual(['All 23'])
    })

    test('a tab that a moderator opens before the server has answered has the comment that was just featured', async () => {
      await visited.platform.createComment({ asset, body: 'said just now' })
      await using desk = await openUser(mona)
      const { page } = desk
      const answers = Promise.withResolvers<void>()
      await page.route(/\/graph\/ql$/, async route => {
        await answers.promise
        await route.continue()
      })
      await desk.comment('said just now').locator('.moderation-menu summary').first().click()
      await desk.comment('said just now').getByRole('button', { name: 'Feature' }).click()
      await expect.poll(() => tabs(page)).toEqual(['Featured 2', 'All 3'])
      await page.locator('.tabs a', { hasText: 'Featured' }).click()
      answers.resolve()
      await expect.poll(() => texts(page)).toEqual(['said just now', 'well said'])
      expect(await tabs(page)).toEqual(['Featured 2', 'All 3'])
    })

    test('the page of an author who is banned, and whose comment is rejected, counts as those of others', async () => {
      const { platform } = visited
      const author = await platform.createUser()
      const good = await platform.createComment({ asset, author, body: 'said before the ban' })
      await using writer = await openUser(author)
      const { page } = writer
      await feature(good)
      await expect.poll(() => tabs(page)).toEqual(['Featured 2', 'All 3'])
      await platform.as(mona).graphql(
        `mutation ($user: ID!, $id: ID!) {
          banUser(input: { id: $user, message: "" }) { errors { message } }
          setCommentStatus(id: $id, status: REJECTED) { errors { message } }
        }`,
        { user: author.user.id, id: good.id },
      )
      await page.locator('.tombstone').waitFor()
      await expect.poll(() => tabs(page)).toEqual(['Featured 1', 'All 2'])
    })

    test('the tab and its order are at addresses, for readers without script, too', async () => {
      const { platform } = visited
      const reply = await platform.createComment({ asset, parent: best, body: 'a good answer' })
      await feature(reply)
      const page = await visited.open(`/discussions/${asset.id}`, { javaScriptEnabled: false })
      await page.getByRole('link', { name: 'Featured 2' }).click()
      await page.getByRole('link', { name: 'Oldest' }).click()
      // The reply stands below the comment that it answers, and by itself.
      expect(await texts(page)).toEqual(['well said', 'a good answer', 'a good answer'])
      expect(await page.locator('.tabs a[aria-current]').textContent()).toBe('Featured 2')
      expect(await page.locator('.badge.featured').count()).toBe(3)
      await page.getByRole('link', { name: 'All 3' }).click()
      expect(await texts(page)).toEqual(['well said', 'a good answer', 'like many others'])
    })

    test('no page complained', () => {
      expect(visited.complaints).toEqual([])
    })
  },
)

import type { Asset, Comment } from '@platform/plugin-sdk'
import type { TestUser } from '@platform/plugin-testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { openAsWriter, openFollowing, type Writer } from './writer.ts'

describeWith(CHROMIUM)(
  'the tab of featured comments while others are written, in Chromium',
  { timeout: 60_000 },
  () => {
    let visited: Visited
    let asset: Asset
    let ada: TestUser
    let best: Comment

    beforeAll(async () => {
      visited = await startVisited()
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

    async function feature({ id }: Comment): Promise<void> {
      const created_at = new Date()
      const tag = { name: 'FEATURED', permissions: { public: true, self: false, roles: [] }, models: [], created_at }
      const { docstore, revisions } = visited.platform.services
      const tags = [{ tag, assigned_by: null, created_at }] as unknown as Comment['tags']
      await docstore.collection<Comment>('comments').updateOne({ id }, { $set: { tags } })
      revisions.bump(`asset:${asset.id}`)
    }
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
      await expect.poll(() => tabs(page)).toEqual(['All 3', 'Featured 1'])
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
      await expect.poll(() => tabs(page)).toEqual(['All 3', 'Featured 2'])
      await reader.comment('said better').locator('.badge.featured').waitFor()
    })

    test('no page complained', () => {
      expect(visited.complaints).toEqual([])
    })
  },
)

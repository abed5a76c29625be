import type { Asset, Comment } from '@platform/plugin-sdk'
import type { TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { openAsWriter, openFollowing, type Writer } from './writer.ts'

const WAITS = 'Waits for a moderator; only you see it'

describeWith(CHROMIUM)('a comment that waits for a moderator, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let asset: Asset
  let moderator: TestUser

  beforeAll(async () => {
    visited = await startVisited()
    await visited.platform.services.settings.update({ moderation: 'PRE' })
    moderator = await visited.platform.createUser({ roles: ['MODERATOR'] })
  })
  beforeEach(async () => {
    asset = await visited.platform.createAsset()
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  async function decide(body: string, status: 'ACCEPTED' | 'REJECTED'): Promise<void> {
    const { platform } = visited
    const comments = platform.services.docstore.collection<Comment>('comments')
    const { id } = (await comments.findOne({ asset_id: asset.id, body }))!
    await platform.services.comments.setStatus(moderator.user, id, status)
  }
  /** Opens the page of an author whose two comments wait, and who follows the discussion. */
  async function openWaiting(): Promise<Writer> {
    const writer = await openAsWriter(visited, asset, await visited.platform.createUser())
    await openFollowing(writer.page)
    for (const text of ['The first one', 'The second one']) {
      await writer.write(text)
      await writer.comment(text).getByText(WAITS).waitFor()
    }
    return writer
  }
  const texts = ({ page }: Writer) => page.locator('#thread .text').allTextContents()

  test('loses its mark, or goes, after a decision that was made while the page had no connection', async () => {
    await using writer = await openWaiting()
    const { page } = writer
    await page.context().setOffline(true)
    await page.getByText('You are offline.').waitFor()
    await decide('The first one', 'ACCEPTED')
    await decide('The second one', 'REJECTED')
    await page.context().setOffline(false)
    await expect.poll(() => page.getByText(WAITS).count()).toBe(0)
    await expect.poll(() => texts(writer)).toEqual(['The first one'])
    await page.getByRole('heading', { name: '1 comment' }).waitFor()
  })

  test('keeps the text of the form in which its author changes it, when it is rejected meanwhile', async () => {
    await using writer = await openWaiting()
    const { page } = writer
    await writer.comment('The second one').getByRole('link', { name: /^Edit/ }).click()
    const field = page.locator('.comment textarea')
    await field.fill('The second one, in better words')
    await decide('The second one', 'REJECTED')
    await page.locator('.tombstone', { hasText: 'This comment was removed.' }).waitFor()
    expect(await field.inputValue()).toBe('The second one, in better words')
    await page.locator('.comment-form').getByText('Cancel').click()
    await field.waitFor({ state: 'detached' })
  })

  test('does not wait again in another order, after it was approved in front of its author', async () => {
    await using writer = await openWaiting()
    const { page } = writer
    await decide('The first one', 'ACCEPTED')
    await writer.comment('The first one').getByText(WAITS).waitFor({ state: 'detached' })
    await decide('The second one', 'ACCEPTED')
    await writer.comment('The second one').getByText(WAITS).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Oldest' }).click()
    await expect.poll(() => texts(writer)).toEqual(['The first one', 'The second one'])
    expect(await page.getByText(WAITS).count()).toBe(0)
  })

  test('no page complained', () => {
    expect(visited.complaints).toEqual([])
  })
})

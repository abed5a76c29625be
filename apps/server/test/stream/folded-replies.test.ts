import type { Asset, Comment } from '@platform/plugin-sdk'
import type { TestUser } from '@platform/plugin-testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { openAsWriter, openFollowing } from './writer.ts'

const FOLDED = ['deep reply 0', 'deep reply 1', 'deep reply 2']

describeWith(CHROMIUM)('replies that a page has not loaded yet, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let asset: Asset
  let ada: TestUser
  let deepest: Comment

  beforeAll(async () => {
    visited = await startVisited()
    ada = await visited.platform.createUser()
  })
  beforeEach(async () => {
    const { platform } = visited
    asset = await platform.createAsset()
    deepest = await platform.createComment({ asset, body: 'level 0' })
    for (const level of [1, 2, 3])
      deepest = await platform.createComment({ asset, parent: deepest, body: `level ${level}` })
    for (const body of FOLDED) await platform.createComment({ asset, parent: deepest, body })
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  const more = (page: Page) => page.locator('a.more').allTextContents()
  const deep = async (page: Page) => {
    const texts = await page.locator('.comment .text').allTextContents()
    return texts.slice(texts.indexOf('level 3') + 1)
  }

  test('after an own reply the others can still be shown, in their order', async () => {
    await using writer = await openAsWriter(visited, asset, ada)
    const { page } = writer
    expect(await more(page)).toEqual(['Show 3 replies'])
    await page.locator(`#c-${deepest.id} > article .reply`).click()
    await page.fill(`#body-${deepest.id}`, 'my own')
    await page.getByRole('button', { name: 'Reply', exact: true }).click()
    await expect.poll(() => deep(page)).toEqual(['my own'])
    // The text shows as being sent before the comment has its place.
    await expect.poll(() => more(page)).toEqual(['Show 3 more replies'])
    await page.locator('a.more').click()
    await expect.poll(() => deep(page)).toEqual([...FOLDED, 'my own'])
    expect(await more(page)).toEqual([])
  })

  test('a reply that another person writes is counted with them, and shown with them', async () => {
    await using reader = await openAsWriter(visited, asset, null)
    const { page } = reader
    await openFollowing(page)
    await visited.platform.services.composition
      .createContext({ user: ada.user })
      .mutators.Comment.create({ asset_id: asset.id, body: 'live', parent_id: deepest.id })
    await expect.poll(() => more(page)).toEqual(['Show 4 replies'])
    expect(await page.locator('.new-comments').count()).toBe(0)
    await page.locator('a.more').click()
    await expect.poll(() => deep(page)).toEqual([...FOLDED, 'live'])
    expect(await more(page)).toEqual([])
  })

  test('no page complained', () => {
    expect(visited.complaints).toEqual([])
  })
})

import { definePlugin } from '@platform/plugin-sdk'
import { loadStreamBuild, withParts } from '@platform/stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { axeOf } from '../pages/axe.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { openAsWriter, openFollowing } from '../stream/writer.ts'

const PLUGIN = 'platform-plugin-subscriber'
const subscriber = definePlugin({
  name: PLUGIN,
  sdk: '^1.0',
  tags: [
    {
      name: 'SUBSCRIBER',
      permissions: { public: true, self: false, roles: ['ADMIN'] },
      models: ['USERS'],
      created_at: new Date(0),
    },
  ],
})

const MARK = `mutation ($id: ID!) {
  addTag(tag: { name: "SUBSCRIBER", id: $id, item_type: USERS }) { errors { message } }
}`

describeWith(CHROMIUM)('the badge of a subscriber, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  beforeAll(async () => {
    visited = await startVisited({ plugins: [subscriber], streamBuild: withParts(await loadStreamBuild(), [PLUGIN]) })
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  test('stands behind the name of the author, for all readers, from the next visit after it was given', async () => {
    const { platform } = visited
    const [ada, ben] = [await platform.createUser(), await platform.createUser()]
    const asset = await platform.createAsset()
    await platform.createComment({ asset, author: ada, body: 'by Ada' })
    await platform.createComment({ asset, author: ben, body: 'by Ben' })
    await using reader = await openAsWriter(visited, asset, null)
    const { page, comment } = reader
    expect(await page.locator('.badge').count()).toBe(0)
    const { data } = await platform.as({ roles: ['ADMIN'] }).graphql(MARK, { id: ada.user.id })
    expect(data).toEqual({ addTag: null })
    await page.reload()
    expect(await comment('by Ada').locator('.badge').textContent()).toBe('Subscriber')
    expect(await comment('by Ben').locator('.badge').count()).toBe(0)
    expect(await axeOf(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await axeOf(page)).toEqual([])
    const plain = await visited.open(`/discussions/${asset.id}`, { javaScriptEnabled: false, locale: 'de-DE' })
    expect(await plain.locator('.badge').allTextContents()).toEqual(['Mit Abo'])
    await plain.context().close()
    expect(visited.complaints).toEqual([])
  })

  test('comes with a comment that is posted, on the page of its author and on open pages', async () => {
    const { platform } = visited
    const ada = await platform.createUser()
    await platform.as({ roles: ['ADMIN'] }).graphql(MARK, { id: ada.user.id })
    const asset = await platform.createAsset()
    await using writer = await openAsWriter(visited, asset, ada)
    const reader = await visited.open(`/discussions/${asset.id}`)
    await openFollowing(reader)
    await writer.write('first')
    await writer.comment('first').locator('.badge', { hasText: 'Subscriber' }).waitFor()
    await reader.getByRole('button', { name: '1 new comment' }).click()
    await reader.locator('.comment .badge').waitFor()
    expect(await reader.locator('.comment .badge').allTextContents()).toEqual(['Subscriber'])
    await reader.context().close()
  })

  test('comes with the comments that are loaded later, whose document is deeper than those that clients may send', async () => {
    const { platform } = visited
    const ada = await platform.createUser()
    await platform.as({ roles: ['ADMIN'] }).graphql(MARK, { id: ada.user.id })
    const asset = await platform.createAsset()
    for (let i = 0; i < 21; i += 1) await platform.createComment({ asset, author: ada, body: `Comment ${i}` })
    await using reader = await openAsWriter(visited, asset, null)
    await reader.page.getByRole('link', { name: 'More comments' }).click()
    await expect.poll(() => reader.page.locator('.comment .badge.subscriber').count()).toBe(21)
  })
})

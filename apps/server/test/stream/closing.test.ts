import type { Asset } from '@platform/plugin-sdk'
import type { TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { openAsWriter, openFollowing } from './writer.ts'

describeWith(CHROMIUM)('closing a discussion while its page is open, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let asset: Asset
  let admin: TestUser

  beforeAll(async () => {
    visited = await startVisited()
    admin = await visited.platform.createUser({ roles: ['ADMIN'] })
  })
  beforeEach(async () => {
    asset = await visited.platform.createAsset()
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  async function setStatus(input: { closedAt: Date | null; closedMessage?: string | null }): Promise<void> {
    const { data } = await visited.platform
      .as(admin)
      .graphql(
        'mutation ($id: ID!, $input: UpdateAssetStatusInput!) { updateAssetStatus(id: $id, input: $input) { errors { message } } }',
        { id: asset.id, input },
      )
    expect(data).toEqual({ updateAssetStatus: null })
  }
  async function openReader() {
    const reader = await openAsWriter(visited, asset, null)
    const { page } = reader
    await openFollowing(page)
    return reader
  }

  test('the page shows the message that the moderators give, and the form again after reopening', async () => {
    await using reader = await openReader()
    const { page } = reader
    const asked = page.getByText('Be the first to write one.')
    expect(await asked.count()).toBe(1)
    await setStatus({ closedAt: new Date(), closedMessage: 'Come back **tomorrow**' })
    await page.locator('.box.closed strong', { hasText: 'tomorrow' }).waitFor()
    expect([await page.getByText('This discussion is closed.').count(), await asked.count()]).toEqual([0, 0])
    await setStatus({ closedAt: null })
    await page.locator('.box.closed').waitFor({ state: 'detached' })
    await setStatus({ closedAt: new Date(), closedMessage: null })
    await page.getByText('This discussion is closed.').waitFor()
  })

  test('the message is there when the closing time comes, which no event announces', async () => {
    await using reader = await openReader()
    await setStatus({ closedAt: new Date(Date.now() + 3_000), closedMessage: 'Closed for **the night**' })
    await reader.page.locator('.box.closed strong', { hasText: 'the night' }).waitFor()
  })

  test('no page complained', () => {
    expect(visited.complaints).toEqual([])
  })
})

import { createTestStream } from '@platform/plugin-testing'
import downvote from 'platform-plugin-downvote'
import upvote from 'platform-plugin-upvote'
import { chromium } from 'playwright-core'
import { expect } from 'vitest'
import { CHROMIUM, CHROMIUM_ARGS } from '../../../apps/server/test/pages/chromium.ts'
import { testWith } from '../../../test/needs.ts'
import controversial from '../server/index.ts'

const VOTE = `mutation ($id: ID!) {
  createUpvoteAction(input: { item_id: $id }) { errors { message } }
  createDownvoteAction(input: { item_id: $id }) { errors { message } }
}`

testWith(CHROMIUM)('a reader finds the comments first that divide readers most', { timeout: 60_000 }, async () => {
  const client = ['../../platform-plugin-viewing-options', '..'].map(path => new URL(path, import.meta.url))
  await using stream = await createTestStream({ client, plugins: [controversial, downvote, upvote] })
  const { platform } = stream
  const asset = await platform.createAsset()
  const { id } = await platform.createComment({ asset, body: 'divides' })
  await platform.createComment({ asset, body: 'does not' })
  await platform.as(await platform.createUser()).graphql(VOTE, { id })
  const browser = await chromium.launch({ executablePath: CHROMIUM.file, args: CHROMIUM_ARGS })
  try {
    const page = await browser.newPage()
    await page.goto(await stream.address(asset))
    const texts = () => page.locator('#thread > li > article .text').allTextContents()
    expect(await texts()).toEqual(['does not', 'divides'])
    await page.getByText('Viewing options').click()
    await page.getByRole('link', { name: 'Most controversial' }).click()
    await expect.poll(texts).toEqual(['divides', 'does not'])
    expect(new URL(page.url()).search).toBe('?sort=controversial')
  } finally {
    await browser.close()
  }
})

import { createTestStream, type TestStream } from '@platform/plugin-testing'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHROMIUM, CHROMIUM_ARGS } from '../../../apps/server/test/pages/chromium.ts'
import { describeWith } from '../../../test/needs.ts'
import featured from '../server/index.ts'

describeWith(CHROMIUM)('featuring a comment where it is read, in Chromium', { timeout: 60_000 }, () => {
  let stream: TestStream
  let browser: Browser
  beforeAll(async () => {
    const client = [
      new URL('..', import.meta.url),
      new URL('../../platform-plugin-moderation-actions', import.meta.url),
    ]
    stream = await createTestStream({ client, plugins: [featured] })
    browser = await chromium.launch({ executablePath: CHROMIUM.file, args: CHROMIUM_ARGS })
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    await stream?.[Symbol.asyncDispose]()
  })

  /** Opens a discussion, for a reader, or for a user who is signed in, and waits until the page is followed. */
  async function open(address: string, token?: string): Promise<Page> {
    const context = await browser.newContext()
    if (token) await context.addCookies([{ name: 'authorization', value: token, url: new URL(address).origin }])
    const page = await context.newPage()
    const followed = page.waitForEvent('websocket').then(socket => socket.waitForEvent('framereceived'))
    await page.goto(address)
    await followed
    return page
  }

  test('shows the badge and the tab on all open pages at once, and takes them away again; other users have no entry', async () => {
    const { platform } = stream
    const asset = await platform.createAsset()
    await platform.createComment({ asset, body: 'well said' })
    const address = await stream.address(asset)
    const moderator = await open(address, (await platform.createUser({ roles: ['MODERATOR'] })).token)
    const reader = await open(address)
    const menu = moderator.locator('.moderation-menu')
    const badge = (page: Page) => page.locator('.badge.featured')
    const tabs = (page: Page) => page.locator('.tabs a').allTextContents()
    await menu.locator('summary').click()
    await menu.getByRole('button', { name: 'Feature' }).click()
    for (const page of [moderator, reader]) {
      await badge(page).waitFor()
      // The page of the moderator also hears of the decision that it has counted already.
      await expect.poll(() => tabs(page)).toEqual(['Featured 1', 'All 1'])
    }
    await menu.locator('summary').click()
    await menu.getByRole('button', { name: 'No longer feature' }).click()
    for (const page of [moderator, reader]) {
      await badge(page).waitFor({ state: 'detached' })
      await expect.poll(() => tabs(page)).toEqual(['All 1'])
    }
    expect(await reader.locator('.moderation-menu').count()).toBe(0)
    expect(await stream.html(asset)).not.toContain('badge featured')
  })
})

import { createTestStream, type TestStream } from '@platform/plugin-testing'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHROMIUM, CHROMIUM_ARGS } from '../../../apps/server/test/pages/chromium.ts'
import { describeWith } from '../../../test/needs.ts'
import featured from '../server/index.ts'

describeWith(CHROMIUM)('featured comments in the admin panel, in Chromium', { timeout: 60_000 }, () => {
  let stream: TestStream
  let browser: Browser
  beforeAll(async () => {
    stream = await createTestStream({ client: [new URL('..', import.meta.url)], plugins: [featured] })
    browser = await chromium.launch({ executablePath: CHROMIUM.file, args: CHROMIUM_ARGS })
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    await stream?.[Symbol.asyncDispose]()
  })

  async function open(path: string, username: string): Promise<Page> {
    const { token } = await stream.platform.createUser({ roles: ['MODERATOR'], username })
    const { origin } = new URL(await stream.address(await stream.platform.createAsset()))
    const context = await browser.newContext()
    await context.addCookies([{ name: 'authorization', value: token, url: origin }])
    const page = await context.newPage()
    const followed = page.waitForEvent('websocket').then(socket => socket.waitForEvent('framereceived'))
    await page.goto(origin + path)
    await followed
    return page
  }

  test('have a queue, into which a comment comes for every moderator at once, and which it leaves again', async () => {
    const asset = await stream.platform.createAsset()
    await stream.platform.createComment({ asset, body: 'Well said' })
    await stream.platform.createComment({ asset, body: 'Not so well' })
    const watching = await open(`/admin/moderate/featured/${asset.id}`, 'Watching')
    const tab = watching.locator('.queues a', { hasText: 'Featured' })
    await expect.poll(() => tab.textContent()).toBe('Featured0')
    const featuring = await open(`/admin/moderate/all/${asset.id}`, 'Featuring')
    const card = featuring.locator('article.card', { hasText: 'Well said' })
    await card.getByRole('button', { name: 'Feature', exact: true }).click()
    await featuring.getByRole('dialog').getByRole('button', { name: 'Feature', exact: true }).click()
    await card.getByRole('button', { name: 'Featured', pressed: true }).waitFor()
    await watching.getByRole('status').getByText('Featuring has featured a comment').waitFor()
    await watching.locator('article.card', { hasText: 'Well said' }).waitFor()
    await expect.poll(() => tab.textContent()).toBe('Featured1')
    expect(await watching.locator('article.card').count()).toBe(1)
    await card.getByRole('button', { name: 'Featured', pressed: true }).click()
    await watching.getByRole('status').getByText('Featuring no longer features a comment').waitFor()
    await expect.poll(() => tab.textContent()).toBe('Featured0')
    // The moderator who did it is told nothing of it by others.
    expect(await featuring.getByText('Featuring', { exact: false }).count()).toBe(1)
  })
})

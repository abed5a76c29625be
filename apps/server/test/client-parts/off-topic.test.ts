import { definePlugin } from '@platform/plugin-sdk'
import { createTestStream } from '@platform/plugin-testing'
import { chromium } from 'playwright-core'
import { expect } from 'vitest'
import { testWith } from '../../../../test/needs.ts'
import { CHROMIUM, CHROMIUM_ARGS } from '../pages/chromium.ts'

const offtopic = definePlugin({
  name: 'platform-plugin-offtopic',
  sdk: '^1.0',
  tags: [
    {
      name: 'OFF_TOPIC',
      permissions: { public: true, self: true, roles: [] },
      models: ['COMMENTS'],
      created_at: new Date(0),
    },
  ],
})
const client = new URL('../../../../plugins/platform-plugin-offtopic/', import.meta.url)

testWith(CHROMIUM)('an author marks a comment as off-topic, and readers hide it', { timeout: 60_000 }, async () => {
  await using stream = await createTestStream({ client, plugins: [offtopic] })
  const { platform } = stream
  const asset = await platform.createAsset()
  await platform.createComment({ asset, body: 'To the point' })
  const { token } = await platform.createUser()
  const address = await stream.address(asset)
  const browser = await chromium.launch({ executablePath: CHROMIUM.file, args: CHROMIUM_ARGS })
  try {
    const context = await browser.newContext()
    await context.addCookies([{ name: 'authorization', value: token, url: new URL(address).origin }])
    const page = await context.newPage()
    await page.goto(address)
    await page.locator('.stream.alive').waitFor()
    await page.fill('#body', 'By the way')
    const box = page.getByRole('checkbox', { name: 'This is off-topic' })
    await box.check()
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    const marked = page.locator('.comment', { hasText: 'By the way' })
    await marked.locator('.badge.off-topic').waitFor()
    // The next comment begins without the mark.
    expect(await box.isChecked()).toBe(false)
    const reader = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    await reader.goto(address)
    const shown = () => reader.locator('.comment .text:visible').allTextContents()
    expect(await shown()).toEqual(['By the way', 'To the point'])
    await reader.getByRole('checkbox', { name: 'Hide off-topic comments' }).check()
    expect(await shown()).toEqual(['To the point'])
  } finally {
    await browser.close()
  }
})

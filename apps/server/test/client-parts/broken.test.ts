import { createTestStream } from '@platform/plugin-testing'
import { chromium } from 'playwright-core'
import { expect, test } from 'vitest'
import { testWith } from '../../../../test/needs.ts'
import { CHROMIUM, CHROMIUM_ARGS } from '../pages/chromium.ts'

const client = new URL('broken/', import.meta.url)

test('a component that throws on the server leaves its place empty, and the log names plugin and slot', async () => {
  await using stream = await createTestStream({ client })
  const asset = await stream.platform.createAsset()
  await stream.platform.createComment({ asset, body: 'Well said' })
  const html = await stream.html(asset)
  expect(html).toMatch(/Well said[\s\S]*class="sound"[\s\S]*drawn by the server/)
  expect(html).not.toContain('class="excluded"')
  for (const slot of ['commentReactions', 'commentAvatar'])
    expect(stream.platform.logs).toContainEqual(
      expect.objectContaining({ plugin: 'broken', slot, msg: expect.stringContaining('broken threw') }),
    )
})

testWith(CHROMIUM)(
  'in the browser the rest of the page works, and comments are posted',
  { timeout: 60_000 },
  async () => {
    await using stream = await createTestStream({ client })
    const { platform } = stream
    const asset = await platform.createAsset()
    await platform.createComment({ asset, body: 'Well said' })
    const { token } = await platform.createUser()
    const browser = await chromium.launch({ executablePath: CHROMIUM.file, args: CHROMIUM_ARGS })
    try {
      const address = await stream.address(asset)
      const context = await browser.newContext()
      await context.addCookies([{ name: 'authorization', value: token, url: new URL(address).origin }])
      const page = await context.newPage()
      const errors: string[] = []
      page.on('console', message => message.type() === 'error' && errors.push(message.text()))
      await page.goto(address)
      await page.locator('.stream.alive').waitFor()
      await expect.poll(() => page.locator('.until-alive').count()).toBe(0)
      await page.fill('#body', 'Still here')
      await page.getByRole('button', { name: 'Post', exact: true }).click()
      await page.locator('.comment .text', { hasText: 'Still here' }).waitFor()
      expect(await page.locator('.sound').count()).toBe(2)
      expect(errors.join('\n')).toMatch(
        /broken@unknown: the slot commentActions stays empty[\s\S]*it throws in the browser/,
      )
    } finally {
      await browser.close()
    }
  },
)

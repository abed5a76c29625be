import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHROMIUM } from '../../../../apps/server/test/pages/chromium.ts'
import { testWith } from '../../../../test/needs.ts'
import type { TestStream } from '../../src/index.ts'
import { type Site, siteOf, streamOf } from './site.ts'
import { unnamedBlocks } from './snippets.ts'

const PAGE = 'recipes/settings.md'

let site: Site
let stream: TestStream

beforeAll(async () => {
  site = await siteOf(PAGE)
  stream = await streamOf(site)
}, 60_000)
afterAll(async () => {
  await stream?.[Symbol.asyncDispose]()
  await site?.[Symbol.asyncDispose]()
})

test('its code compiles, and all of it is run', { timeout: 60_000 }, async () => {
  expect(await site.compile()).toBe('')
  expect(await unnamedBlocks(PAGE)).toEqual([])
})

testWith(CHROMIUM)(
  'a setting of the plugin is changed in the panel, and readers see it',
  { timeout: 60_000 },
  async () => {
    const asset = await stream.platform.createAsset()
    const page = await stream.open(asset, { roles: ['ADMIN'] })
    await page.goto(new URL('/admin/configure/stream', page.url()).href)
    const field = page.getByLabel('Sentence above the comments')
    await field.fill('Be kind.'.repeat(30))
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('at most 200 characters').first().waitFor()
    await field.fill('Be kind.')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => stream.html(asset)).toContain('<p class="welcome">Be kind.</p>')
    await page.reload()
    await expect.poll(() => field.inputValue()).toBe('Be kind.')
    expect(stream.problems).toEqual([])
  },
)

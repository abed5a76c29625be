import type { Asset } from '@platform/plugin-sdk'
import type { TestPlatform } from '@platform/plugin-testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startVisited, type Visited } from '../../../apps/server/test/pages/browser.ts'
import { CHROMIUM } from '../../../apps/server/test/pages/chromium.ts'
import { HOSTILE } from '../../../apps/server/test/pages/hostile.ts'
import { changeAsset, importUser } from '../../../apps/server/test/pages/visit.ts'
import { describeWith } from '../../../test/needs.ts'
import { misfits } from './rectangles.ts'

const STACKED = `o${'\u0301'.repeat(500)}`
const TEXTS = [
  ...HOSTILE,
  STACKED,
  '\u202Edrow desrever a\u202C after it',
  '\u2066an isolate that does not end',
  `[link](javascript:alert(1)) javascript:alert(2) data:text/html,<script>alert(3)</script>`,
  '\u200B\u200B.\u200B',
  'x'.repeat(2_000),
  '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'.repeat(80),
]
const WIDTHS = [320, 1280]

describeWith(CHROMIUM)('hostile texts', { timeout: 120_000 }, () => {
  let visited: Visited
  let platform: TestPlatform
  beforeAll(async () => {
    visited = await startVisited()
    platform = visited.platform
  }, 60_000)
  afterAll(() => visited?.[Symbol.asyncDispose]())

  /** A discussion in which each text is a comment, and the name of its author. */
  async function writeTexts(texts: readonly string[]): Promise<Asset> {
    const asset = await platform.createAsset()
    let parent: { id: string } | undefined
    for (const [at, text] of texts.entries()) {
      const author = await importUser(platform, `${text} ${at}`)
      const comment = await platform.createComment({
        asset,
        author,
        body: `${text}\n\n${text}`,
        ...(parent && at % 3 === 0 ? { parent } : {}),
      })
      parent ??= comment
    }
    return asset
  }

  async function expectUnharmed(page: Page, address: string): Promise<void> {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      expect([width, await misfits(page)]).toEqual([width, []])
    }
    expect(page.url()).toBe(address)
    expect(visited.complaints).toEqual([])
    // Nothing of a text became an element, and every link leads to another page.
    expect(await page.locator('.text :not(p, br, a), .author :not(bdi)').count()).toBe(0)
    expect(await page.locator('a:not([href^="http"], [href^="/"], [href^="#"])').count()).toBe(0)
  }

  test('never run and never break the layout, as comments, names and titles, on the page and in the frame', async () => {
    const page = await visited.open('about:blank', { reducedMotion: 'reduce' })
    for (let from = 0; from < TEXTS.length; from += 8) {
      const texts = TEXTS.slice(from, from + 8)
      const asset = await writeTexts(texts)
      await changeAsset(platform, asset, { title: texts.join(' '), description: texts.join(' ') })
      for (const path of [`/discussions/${asset.id}`, `/embed/stream?asset_id=${asset.id}`]) {
        await page.goto(visited.root + path)
        await page.locator('.stream.alive').waitFor()
        await expectUnharmed(page, visited.root + path)
      }
    }
    await page.context().close()
  })

  test('never run and never break the layout as the name of the site and on its first page', async () => {
    const page = await visited.open('about:blank')
    for (const text of TEXTS) {
      await platform.services.settings.update({ organizationName: text.slice(0, 200) })
      await page.goto(`${visited.root}/`)
      await expectUnharmed(page, `${visited.root}/`)
    }
    await platform.services.settings.update({ organizationName: null })
    await page.context().close()
  })

  test('never run when they arrive while the page is read', async () => {
    const asset = await platform.createAsset()
    const address = `${visited.root}/embed/stream?asset_id=${asset.id}`
    const page = await visited.open('about:blank', { reducedMotion: 'reduce' })
    await page.goto(address)
    await page.locator('.stream.alive').waitFor()
    for (const text of TEXTS.slice(0, 8)) {
      const author = await importUser(platform, text)
      await platform.createComment({ asset, author, body: text })
    }
    await page.locator('.new-comments', { hasText: '8' }).click()
    await expect.poll(() => page.locator('.comment .text').count()).toBe(8)
    await expectUnharmed(page, address)
    await page.context().close()
  })
})

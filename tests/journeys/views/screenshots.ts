import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { CDPSession, Frame, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { writeExample } from './example.ts'
import { show, tabOf, widen } from './view.ts'
import { openGallery } from './views.ts'

const FOLDER = fileURLToPath(new URL('../../../docs/images/', import.meta.url))
const WIDTHS = [320, 768, 1280]
const THEMES = ['light', 'dark'] as const
/** Taller pages are cut off here. Pixels. */
const TALLEST = 1_000

/** The view in a window of this width as WebP, which Playwright itself does not write. */
async function picture(shown: Page | Frame, protocol: CDPSession, width: number): Promise<Buffer> {
  await widen(shown, width)
  const height = await tabOf(shown).evaluate(() => document.documentElement.scrollHeight)
  await widen(shown, width, Math.min(height, TALLEST))
  await shown.evaluate(() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  const { data } = await protocol.send('Page.captureScreenshot', { format: 'webp', quality: 50 })
  return Buffer.from(data, 'base64')
}

test('every view is pictured in each theme and width', async () => {
  await using gallery = await openGallery({
    organizationName: 'The Canal Chronicle',
    write: writeExample,
    username: 'jonas_w',
  })
  const { visited, views } = gallery
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  for (const colorScheme of THEMES) {
    const page = await visited.open('about:blank', { colorScheme, reducedMotion: 'reduce' })
    for (const view of views) {
      const shown = await show(visited, view, { page })
      // A session that ends would end being offline, too.
      const protocol = await page.context().newCDPSession(tabOf(shown))
      for (const width of WIDTHS)
        writeFileSync(`${FOLDER}${view.name}-${colorScheme}-${width}.webp`, await picture(shown, protocol, width))
    }
    await page.context().close()
  }
  expect(visited.complaints).toEqual([])
})

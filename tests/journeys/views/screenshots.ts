import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { CDPSession, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { writeExample } from './example.ts'
import { show, tabOf, widen } from './view.ts'
import { openGallery } from './views.ts'

const FOLDER = fileURLToPath(new URL('../../../docs/images/', import.meta.url))
const WIDTHS = [320, 768, 1280]
const THEMES = ['light', 'dark'] as const
/** Taller pages are cut off here. Pixels. */
const TALLEST = 1_000

/** The page as WebP, which Playwright itself does not write. */
async function picture(page: Page, protocol: CDPSession): Promise<Buffer> {
  const { width, height } = await page.evaluate(() => ({
    width: document.documentElement.clientWidth,
    height: document.documentElement.scrollHeight,
  }))
  const { data } = await protocol.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 50,
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width, height: Math.min(height, TALLEST), scale: 1 },
  })
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
      const tab = tabOf(shown)
      // A session that ends would end being offline, too.
      const protocol = await tab.context().newCDPSession(tab)
      for (const width of WIDTHS) {
        await widen(shown, width)
        writeFileSync(`${FOLDER}${view.name}-${colorScheme}-${width}.webp`, await picture(tab, protocol))
      }
    }
    await page.context().close()
  }
  expect(visited.complaints).toEqual([])
})

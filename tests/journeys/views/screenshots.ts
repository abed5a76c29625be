import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { CDPSession, Frame, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Visited } from '../../../apps/server/test/pages/browser.ts'
import { panelViews } from '../panel/every-view.ts'
import { startSite } from '../panel/site.ts'
import { writeExample } from './example.ts'
import { show, tabOf, type View, widen } from './view.ts'
import { openGallery } from './views.ts'

const FOLDER = fileURLToPath(new URL('../../../docs/images/', import.meta.url))
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

async function takePictures(visited: Visited, views: readonly View[], widths: readonly number[]): Promise<void> {
  for (const colorScheme of THEMES) {
    const page = await visited.open('about:blank', { colorScheme, reducedMotion: 'reduce' })
    for (const view of views) {
      const shown = await show(visited, view, { page })
      // A session that ends would end being offline, too.
      const protocol = await page.context().newCDPSession(tabOf(shown))
      for (const width of widths)
        writeFileSync(`${FOLDER}${view.name}-${colorScheme}-${width}.webp`, await picture(shown, protocol, width))
    }
    await page.context().close()
  }
  expect(visited.complaints).toEqual([])
}

/** Removes the pictures whose names match, so that none of a view is left that is no more. */
function clear(pattern: RegExp): void {
  for (const name of globSync('*.webp', { cwd: FOLDER })) if (pattern.test(name)) rmSync(FOLDER + name)
}

beforeAll(() => void mkdirSync(FOLDER, { recursive: true }))

test('every view of readers is pictured in each theme and width', async () => {
  await using gallery = await openGallery({
    organizationName: 'The Canal Chronicle',
    write: writeExample,
    username: 'jonas_w',
  })
  clear(/^(?!panel-)/)
  await takePictures(gallery.visited, gallery.views, [320, 768, 1280])
})

test('every view of the admin panel is pictured in each theme, wide and narrow', async () => {
  const site = await startSite()
  await using visited = site.visited
  clear(/^panel-/)
  await takePictures(visited, panelViews(site), [320, 1280])
})

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startVisited } from '../../../apps/server/test/pages/browser.ts'
import { writeExample } from './example.ts'
import { show, viewsOf } from './views.ts'

const FOLDER = fileURLToPath(new URL('../../../docs/images/', import.meta.url))
const WIDTHS = [320, 768, 1280]
const THEMES = ['light', 'dark'] as const
/** Taller pages are cut off here. Pixels. */
const TALLEST = 1_400

/** The page as WebP, which Playwright itself does not write. */
async function picture(page: Page): Promise<Buffer> {
  const { width, height } = await page.evaluate(() => ({
    width: document.documentElement.clientWidth,
    height: document.documentElement.scrollHeight,
  }))
  const protocol = await page.context().newCDPSession(page)
  const { data } = await protocol.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 70,
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width, height: Math.min(height, TALLEST), scale: 1 },
  })
  await protocol.detach()
  return Buffer.from(data, 'base64')
}

test('every view is pictured in each theme and width', async () => {
  await using visited = await startVisited()
  const { platform } = visited
  await platform.services.settings.update({ organizationName: 'The Canal Chronicle' })
  const views = await viewsOf(platform, await writeExample(platform), 'jonas_w')
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  const page = await visited.open('about:blank', { reducedMotion: 'reduce' })
  for (const view of views)
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme })
      await show(visited, view, { page })
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 })
        writeFileSync(`${FOLDER}${view.name}-${colorScheme}-${width}.webp`, await picture(page))
      }
    }
  expect(visited.complaints).toEqual([])
})

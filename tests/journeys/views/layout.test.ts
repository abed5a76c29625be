import type { BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TextsFolder, textsFolder } from '../../../apps/server/test/languages/folder.ts'
import { LONG, MIRRORED } from '../../../apps/server/test/languages/pseudo-languages.ts'
import { startVisited, type Visited } from '../../../apps/server/test/pages/browser.ts'
import { CHROMIUM } from '../../../apps/server/test/pages/chromium.ts'
import { describeWith } from '../../../test/needs.ts'
import { misfits } from './rectangles.ts'
import { show, type View, viewsOf, writeDiscussion } from './views.ts'

const WIDTHS = [320, 360, 768, 1280]

describeWith(CHROMIUM)('the layout', { timeout: 180_000 }, () => {
  let visited: Visited
  let views: readonly View[]
  let folder: TextsFolder
  beforeAll(async () => {
    folder = await textsFolder({ 'de.json': LONG, 'he.json': MIRRORED })
    visited = await startVisited({ env: { PLATFORM_TRANSLATIONS: folder.path } })
    await visited.platform.services.settings.update({ organizationName: 'The Chronicle of the Upper Canal' })
    views = await viewsOf(visited.platform, await writeDiscussion(visited.platform))
  }, 60_000)
  afterAll(async () => {
    await visited?.[Symbol.asyncDispose]()
    await folder?.[Symbol.asyncDispose]()
  })

  /** What does not fit on the views in each width, by view and width. */
  async function misfitsOf(
    shown: readonly View[],
    options: BrowserContextOptions = {},
  ): Promise<Record<string, string[]>> {
    const page = await visited.open('about:blank', { reducedMotion: 'reduce', ...options })
    const found: Record<string, string[]> = {}
    for (const view of shown) {
      await show(visited, view, { page, script: options.javaScriptEnabled ?? true })
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 })
        const misfit = await misfits(page)
        if (misfit.length > 0) found[`${view.name} at ${width}`] = misfit
      }
    }
    await page.context().close()
    return found
  }

  test('is measured: a text that leaves the window is found, and one that covers another', async () => {
    const page = await visited.open('/sign-in')
    expect(await misfits(page)).toEqual([])
    await page.evaluate(() => document.querySelector<HTMLElement>('h1')!.style.setProperty('translate', '0 3rem'))
    expect(await misfits(page)).toContainEqual(expect.stringContaining('cover each other'))
    await page.evaluate(() => document.querySelector<HTMLElement>('h1')!.style.setProperty('translate', '-60rem 0'))
    expect(await misfits(page)).toContainEqual(expect.stringContaining('leaves the window'))
    await page.context().close()
  })

  test('no text or control leaves the window or covers another one, at 320, 360, 768 and 1280 pixels', async () => {
    expect(await misfitsOf(views)).toEqual({})
  })

  test.each([
    ['whose texts are 40 % longer', 'de', 'ltr'],
    ['from right to left', 'he', 'rtl'],
  ])('holds in a language %s', async (_language, lang, direction) => {
    const translated = views.map(view => ({
      ...view,
      path: `${view.path}${view.path.includes('?') ? '&' : '?'}lang=${lang}`,
    }))
    expect(await misfitsOf(translated, { javaScriptEnabled: false })).toEqual({})
    const page = await visited.open(translated[0]!.path, { javaScriptEnabled: false })
    const stream = page.locator('.stream')
    expect(await stream.evaluate(element => getComputedStyle(element).direction)).toBe(direction)
    expect(await stream.getByText('Newest', { exact: true }).count()).toBe(0)
    await page.context().close()
  })
})

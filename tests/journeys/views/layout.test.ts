import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TextsFolder, textsFolder } from '../../../apps/server/test/languages/folder.ts'
import { LONG, MIRRORED } from '../../../apps/server/test/languages/pseudo-languages.ts'
import { CHROMIUM } from '../../../apps/server/test/pages/chromium.ts'
import { describeWith } from '../../../test/needs.ts'
import { misfits } from './rectangles.ts'
import { show, type View, widen } from './view.ts'
import { type Gallery, openGallery } from './views.ts'

const WIDTHS = [320, 360, 412, 768, 1280]

describeWith(CHROMIUM)('the layout', { timeout: 180_000 }, () => {
  let gallery: Gallery
  let folder: TextsFolder
  beforeAll(async () => {
    folder = await textsFolder({ 'de.json': LONG, 'he.json': MIRRORED })
    gallery = await openGallery({
      env: { PLATFORM_TRANSLATIONS: folder.path },
      organizationName: 'The Chronicle of the Upper Canal',
    })
  }, 60_000)
  afterAll(async () => {
    await gallery?.[Symbol.asyncDispose]()
    await folder?.[Symbol.asyncDispose]()
  })

  /** What does not fit on the views in each width, by view and width. */
  async function misfitsOf(
    views: readonly View[],
    { lang, script = true }: { readonly lang?: string; readonly script?: boolean } = {},
  ): Promise<Record<string, string[]>> {
    const page = await gallery.visited.open('about:blank', { reducedMotion: 'reduce', javaScriptEnabled: script })
    const found: Record<string, string[]> = {}
    for (const view of views) {
      const shown = await show(gallery.visited, view, { page, lang, script })
      for (const width of WIDTHS) {
        await widen(shown, width)
        const misfit = await misfits(shown)
        if (misfit.length > 0) found[`${view.name} at ${width}`] = misfit
      }
      // These readers have asked for less motion.
      const moves = await shown.evaluate(() => document.getAnimations().length)
      if (moves > 0) found[view.name] = [`${moves} elements move`]
    }
    await page.context().close()
    return found
  }

  test('is measured: a text is found that leaves the window or its box, is cut off, or covers another', async () => {
    const page = await gallery.visited.open('/sign-in')
    expect(await misfits(page)).toEqual([])
    await page.evaluate(() => document.querySelector<HTMLElement>('h1')!.style.setProperty('translate', '0 3rem'))
    expect(await misfits(page)).toContainEqual(expect.stringContaining('cover each other'))
    await page.evaluate(() => document.querySelector<HTMLElement>('h1')!.style.setProperty('translate', '-60rem 0'))
    expect(await misfits(page)).toContainEqual(expect.stringContaining('leaves the window'))
    await page.evaluate(() => {
      const button = document.querySelector<HTMLElement>('main button')!
      button.style.cssText = 'width: 2rem; white-space: nowrap; overflow: visible'
    })
    expect(await misfits(page)).toContainEqual(expect.stringContaining('leaves its box'))
    await page.evaluate(() => document.querySelector<HTMLElement>('main button')!.style.setProperty('overflow', 'clip'))
    expect(await misfits(page)).toContainEqual(expect.stringContaining('is cut off'))
    await page.context().close()
  })

  test('no text or control leaves its box, is cut off or covers another one, at any of five widths', async () => {
    expect(await misfitsOf(gallery.views)).toEqual({})
  })

  test.each([
    ['whose texts are 40 % longer', 'de', 'ltr'],
    ['from right to left', 'he', 'rtl'],
  ])('holds in a language %s', async (_language, lang, direction) => {
    const plain = gallery.views.filter(({ prepare }) => !prepare)
    const prepared = gallery.views.filter(({ prepare }) => prepare)
    expect({ ...(await misfitsOf(plain, { lang, script: false })), ...(await misfitsOf(prepared, { lang })) }).toEqual(
      {},
    )
    const page = await gallery.visited.open(`${plain[0]!.path}?lang=${lang}`, { javaScriptEnabled: false })
    const stream = page.locator('.stream')
    expect(await stream.evaluate(element => getComputedStyle(element).direction)).toBe(direction)
    expect(await stream.getByText('Newest', { exact: true }).count()).toBe(0)
    // A text in the other direction stands beside the avatar of its author, too.
    const besideAvatars = await stream.locator('.comments article:has(.text)').evaluateAll(articles =>
      articles.every(article => {
        const [text, avatar] = ['.text', '.avatar'].map(each => article.querySelector(each)!.getBoundingClientRect())
        return text!.right <= avatar!.left || text!.left >= avatar!.right
      }),
    )
    expect(besideAvatars).toBe(true)
    await page.context().close()
  })
})

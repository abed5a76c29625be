import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHROMIUM } from '../../../apps/server/test/pages/chromium.ts'
import { describeWith } from '../../../test/needs.ts'
import { type Layout, openLayout } from './layout.ts'
import { misfits } from './rectangles.ts'

describeWith(CHROMIUM)('the layout', { timeout: 180_000 }, () => {
  let layout: Layout
  beforeAll(async () => {
    layout = await openLayout()
  }, 60_000)
  afterAll(() => layout?.[Symbol.asyncDispose]())

  test('is measured: a text is found that leaves the window or its box, is cut off, or covers another', async () => {
    const page = await layout.gallery.visited.open('/sign-in')
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
    expect(await layout.misfitsOf(layout.gallery.views)).toEqual({})
  })

  // Views that a reader has done something on are shown in these languages by the long form of this test.
  test.each([
    ['whose texts are 40 % longer', 'de', 'ltr'],
    ['from right to left, whose texts are as long', 'he', 'rtl'],
  ])('holds in a language %s', async (_language, lang, direction) => {
    const { gallery, misfitsOf } = layout
    const plain = gallery.views.filter(({ prepare }) => !prepare)
    expect(await misfitsOf(plain, { lang, script: false })).toEqual({})
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

import type { Asset } from '@platform/plugin-sdk'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CHROMIUM } from '../../../apps/server/test/pages/chromium.ts'
import { describeWith } from '../../../test/needs.ts'
import { type Author, openPlace, type Place } from './writing.ts'

describeWith(CHROMIUM)('the editor for everybody, in Chromium', { timeout: 60_000 }, () => {
  let place: Place
  let asset: Asset
  beforeAll(async () => {
    place = await openPlace()
  }, 120_000)
  beforeEach(async () => {
    asset = await place.stream.platform.createAsset()
  })
  afterAll(() => place?.[Symbol.asyncDispose]())

  const focused = ({ page }: Author) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))

  test('everything is done by the keyboard, and Tab leads on', async () => {
    await using author = await place.open(asset)
    const press = (key: string) => author.page.keyboard.press(key)
    await author.page.getByRole('button', { name: 'Bold' }).focus()
    await author.page.locator('#body[role=textbox]').waitFor()
    expect(await focused(author)).toBe('Bold')
    await press('ArrowRight')
    expect(await focused(author)).toBe('Italic')
    await press('ArrowLeft')
    await press('ArrowLeft')
    expect(await author.page.locator(':focus').textContent()).toBe('Preview')
    await press('Home')
    await press('Enter')
    expect(await focused(author)).toBe('Write a comment')
    await author.type('bold')
    await press('Shift+Tab')
    expect(await focused(author)).toBe('Bold')
    await press('ArrowRight')
    await press('ArrowRight')
    await press('ArrowRight')
    await press('Space')
    expect(await focused(author)).toBe('Write a comment')
    expect(await author.html()).toMatch(/^<ul><li><b>bold<\/b><\/li><\/ul>/)
    await press('Home')
    await press('Tab')
    expect(await author.page.locator(':focus').textContent()).toBe('Post')
    await press('Shift+Tab')
    await press('Control+Enter')
    await author.page.locator('.comment .text.rich').waitFor()
  })

  test.each(['light', 'dark'] as const)(
    'axe finds nothing in %s colours, in the editor and in the preview',
    async colorScheme => {
      await using author = await place.open(asset, { colorScheme, viewport: { width: 320, height: 640 } })
      await author.begin()
      await author.press('Bold')
      await author.type('bold, and https://example.com/a-long-address/that-does-not-fit/on-one-line/of-a-narrow-screen')
      await author.page.keyboard.press('Enter')
      await author.press('Quotation')
      await author.type('quoted')
      expect(await author.axe()).toEqual([])
      await author.press('Preview')
      await author.page.locator('.rich-preview a').waitFor()
      expect(await author.axe()).toEqual([])
      const wide = await author.page.evaluate(() => document.documentElement.scrollWidth)
      expect(wide).toBe(320)
      const buttons = await author.page
        .locator('.rich-tool')
        .evaluateAll(all => all.map(each => each.getBoundingClientRect()))
      expect(new Set(buttons.map(({ y }) => y)).size).toBe(1)
      for (const { width, height } of buttons) expect(Math.min(width, height)).toBeGreaterThanOrEqual(24)
    },
  )

  test('the preview shows what readers will see, and the text is still there afterwards', async () => {
    await using author = await place.open(asset)
    await author.press('Preview')
    await author.page.getByText('There is nothing to show yet').waitFor()
    await author.press('Preview')
    await author.begin()
    await author.press('Bold')
    await author.type('see https://example.com/')
    await author.press('Preview')
    const shown = (where: string) => author.page.locator(`${where} .text.rich`).evaluate(element => element.innerHTML)
    await author.page.locator('.rich-preview a').waitFor()
    const preview = await shown('.rich-preview')
    await author.press('Preview')
    expect(await author.html()).toBe('<div><b>see https://example.com/</b></div>')
    await author.post()
    await author.page.locator('.comment .text.rich').waitFor()
    expect(preview).toBe(await shown('.comment'))
  })

  test('in German the buttons have German names', async () => {
    await using author = await place.open(asset, { locale: 'de-DE' })
    await author.begin()
    await author.press('Fett')
    await author.type('fett')
    expect(await author.html()).toBe('<div><b>fett</b></div>')
  })

  test('without script there is a plain field, and what it sends is a comment', async () => {
    await using author = await place.open(asset, { javaScriptEnabled: false })
    expect(await author.page.locator('.rich-tools').isVisible()).toBe(false)
    await author.field.fill('Plain words')
    await author.post()
    await author.page.locator('.comment .text').waitFor()
    expect((await place.stored(asset)).body).toBe('Plain words')
  })

  test('no page complained', () => {
    expect(place.complaints).toEqual([])
  })
})

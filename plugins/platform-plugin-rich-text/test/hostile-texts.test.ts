import type { Comment } from '@platform/plugin-sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHROMIUM } from '../../../apps/server/test/pages/chromium.ts'
import { describeWith } from '../../../test/needs.ts'
import { HOSTILE } from './hostile.ts'
import { openPlace, type Place } from './writing.ts'

const TEXTS = [
  ...HOSTILE.filter(html => html.length < 500),
  '<a href="javascript:alert(1)" target="_blank" rel="nofollow">x</a>',
  '<a href="data:text/html,x" onclick=alert(1)>x</a>',
  '<b onclick=alert(1)>b</b><i></b></i></div></blockquote>',
  '<blockquote>'.repeat(100),
]
/** What a text may have in the page: elements without attributes, and links to the web. */
const FOREIGN =
  '.text.rich :not(b, i, blockquote, br, div, span, ul, ol, li, a, p.quoted), .text.rich :not(a, p.quoted)[class], ' +
  '.text.rich [style], .text.rich [id], .text.rich [onclick], .text.rich a:not([href^="http"])'

describeWith(CHROMIUM)('hostile HTML, in Chromium', { timeout: 90_000 }, () => {
  let place: Place
  beforeAll(async () => {
    place = await openPlace()
  }, 120_000)
  afterAll(() => place?.[Symbol.asyncDispose]())

  test('never runs, not even where it is stored without having been cleaned [X01]', async () => {
    const { platform } = place.stream
    const asset = await platform.createAsset()
    const comments = platform.services.docstore.collection<Comment>('comments')
    for (const richTextBody of TEXTS) {
      const { id } = await platform.createComment({ asset, body: 'What it says' })
      await comments.updateOne({ id }, { $set: { metadata: { richTextBody } } })
    }
    for (const javaScriptEnabled of [false, true]) {
      await using reader = await place.open(asset, { javaScriptEnabled })
      const texts = reader.page.locator('.text.rich')
      expect(await texts.count()).toBeGreaterThan(10)
      expect(await reader.page.locator(FOREIGN).evaluateAll(found => found.map(({ outerHTML }) => outerHTML))).toEqual(
        [],
      )
    }
    expect(place.complaints).toEqual([])
  })

  test('leaves words and formatting when it is pasted, and runs nothing [X01]', async () => {
    const asset = await place.stream.platform.createAsset()
    await using author = await place.open(asset)
    await author.begin()
    const paste = (html: string) =>
      author.field.evaluate((element, data) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/html', data)
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }, html)
    for (const html of TEXTS) {
      await paste(html)
      const allowed = ':not(b, i, blockquote, br, div, ul, ol, li)'
      expect(await author.field.locator(allowed).evaluateAll(found => found.map(each => each.outerHTML))).toEqual([])
      expect(await author.field.locator('[style], [class], [id], [onclick], [href]').count()).toBe(0)
    }
    await author.page.keyboard.press('Control+a')
    await author.page.keyboard.press('Delete')
    await paste(
      '<style>x</style><p style="color:red" onclick="alert(1)">Red <strong>bold</strong> ' +
        '<a href="javascript:alert(1)">link</a></p><script>alert(1)</script><h1>Title</h1><img src=x onerror=alert(1)>',
    )
    await author.post()
    await author.page.locator('.comment .text.rich').waitFor()
    expect(await place.stored(asset)).toMatchObject({
      body: 'Red bold link\nTitle',
      metadata: { richTextBody: '<div>Red <b>bold</b> link</div><div>Title</div>' },
    })
    // What is pasted is parsed apart from the page, whose policy reports the handlers and styles in it, and runs none.
    expect(place.complaints.filter(each => !each.includes('The action has been blocked'))).toEqual([])
  })
})

import type { Asset } from '@platform/plugin-sdk'
import { loadStreamBuild, withParts } from '@platform/stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { axeOf } from '../pages/axe.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { openAsWriter } from '../stream/writer.ts'

const FENCE = '```'

describeWith(CHROMIUM)('the text of a comment with code, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let asset: Asset
  beforeAll(async () => {
    const streamBuild = withParts(await loadStreamBuild(), ['platform-plugin-comment-content'])
    visited = await startVisited({ streamBuild })
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  async function drawn(body: string): Promise<string> {
    const { platform } = visited
    asset = await platform.createAsset()
    await platform.createComment({ asset, body })
    const html = await (await platform.http(`/discussions/${asset.id}`)).text()
    return /<div class="text" dir="auto">(.*?)<\/div>/s.exec(html)?.[1] ?? ''
  }
  const code = (text: string) => `<code dir="ltr">${text}</code>`
  const block = (text: string) => `<pre dir="ltr"><code>${text}</code></pre>`

  test.each([
    ['words between backticks', 'use `npm ci` here', `<p>use ${code('npm ci')} here</p>`],
    ['backticks in code', 'a `` `b` `` c', `<p>a ${code('`b`')} c</p>`],
    ['a backtick without a second one', 'it`s so ``', '<p>it`s so ``</p>'],
    ['an address in code', '`https://example.com/`', `<p>${code('https://example.com/')}</p>`],
    [
      'lines of code',
      `so:\n${FENCE}js\nif (a) {\n  b()\n\n}\n${FENCE}\nthere`,
      `<p>so:</p>${block('if (a) {\n  b()\n\n}')}<p>there</p>`,
    ],
    ['code that looks like a quotation', `${FENCE}\n> a\n${FENCE}`, block('> a')],
    ['code whose end is missing', `a\n${FENCE}\nb\nc`, `<p>a</p>${block('b\nc')}`],
    ['a shorter fence in code', `${FENCE}${FENCE}\n${FENCE}\na\n${FENCE}${FENCE}`, block(`${FENCE}\na`)],
    [
      'code in a quotation',
      `> Ada:\n> ${FENCE}\n> a\n> ${FENCE}`,
      `<blockquote><p class="quoted"><bdi>Ada</bdi>:</p>${block('a')}</blockquote>`,
    ],
    ['a quotation in a quotation', '> > a\n> b', '<blockquote><blockquote><p>a</p></blockquote><p>b</p></blockquote>'],
  ])('%s', async (_name, body, html) => {
    expect(await drawn(body)).toBe(html)
  })

  test('quotations stand in one another three times, and further marks are text', async () => {
    const html = await drawn(`${'> '.repeat(10)}deep`)
    expect([html.split('<blockquote>').length - 1, html.includes('> > deep')]).toEqual([3, true])
  })

  test.each([
    ['nothing but backticks', Array.from({ length: 120 }, (_, i) => '`'.repeat(i + 1)).join(' ')],
    ['a long word in backticks', `\` ${'a'.repeat(60_000)}\``],
    ['an address with many dots in it', `https://a${'.'.repeat(60_000)}b`],
  ])('%s: its own page is drawn at once', async (_name, body) => {
    const { platform } = visited
    const discussion = await platform.createAsset()
    const { id } = await platform.createComment({ asset: discussion, body })
    const began = performance.now()
    const page = await platform.http(`/discussions/${discussion.id}/comments/${id}`)
    expect([page.status, (await page.text()).length > body.length]).toEqual([200, true])
    expect(performance.now() - began).toBeLessThan(1_000)
  })

  test('whatever an author types stays text, and axe finds nothing on a narrow page', async () => {
    const { platform } = visited
    const discussion = await platform.createAsset()
    const long = `x = "${'<script>alert(1)</script>'.repeat(20)}"`
    const bodies = [
      `\`<img src=x onerror=alert(1)>\` javascript:alert(1)`,
      `${FENCE}"><svg onload=alert(1)>\n${long}\n${FENCE}`,
      '> `</code></blockquote><script>alert(1)</script>`',
      '[x](javascript:alert(1)) `https://example.com/` https://example.com/`x`',
    ]
    for (const body of bodies) await platform.createComment({ asset: discussion, body })
    await using reader = await openAsWriter(visited, discussion, null, { viewport: { width: 320, height: 640 } })
    const texts = reader.page.locator('.comment .text')
    expect(await texts.count()).toBe(bodies.length)
    expect(await texts.locator(':not(p, pre, code, blockquote, a, br)').count()).toBe(0)
    const links = await texts
      .locator('a')
      .evaluateAll(all => all.map(a => [a.getAttribute('href'), a.getAttribute('rel')]))
    expect(links).toEqual([['https://example.com/', 'nofollow ugc noopener']])
    expect(await reader.page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    expect(await axeOf(reader.page)).toEqual([])
    await reader.page.emulateMedia({ colorScheme: 'dark' })
    expect(await axeOf(reader.page)).toEqual([])
    expect(visited.complaints).toEqual([])
  })

  test('a reader posts code, and sees it as all readers do, also without script', async () => {
    const { platform } = visited
    const discussion = await platform.createAsset()
    await using writer = await openAsWriter(visited, discussion, await platform.createUser())
    await writer.write(`Try\n${FENCE}\n  two spaces\n${FENCE}`)
    const shown = writer.page.locator('.comment pre')
    await shown.waitFor()
    expect(await shown.textContent()).toBe('  two spaces')
    const reader = await visited.open(`/discussions/${discussion.id}`, { javaScriptEnabled: false })
    expect(await reader.locator('.comment pre').textContent()).toBe('  two spaces')
    await reader.context().close()
  })
})

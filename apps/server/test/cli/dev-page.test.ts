import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { type DevSite, ENTRY, openDevSite, part, style } from './dev-page.ts'
import { write } from './dev-server.ts'

describeWith(CHROMIUM)('in Chromium', { timeout: 90_000 }, () => {
  let site: DevSite
  beforeAll(async () => {
    site = await openDevSite()
  })
  afterAll(() => site?.[Symbol.asyncDispose]())

  test('an open page takes up a part when it is saved: it stays as it is, and loads again only for other fields', async () => {
    await using opened = await site.open({
      [ENTRY]: part({ text: 'Hello' }),
      'plugins/hello/client/hello.css': style('rgb(1, 2, 3)'),
    })
    const { page, hello } = opened
    const color = () => hello.evaluate(element => getComputedStyle(element).color)
    const isKept = () => page.evaluate(() => Reflect.get(window, 'kept') === true)
    await page.evaluate(() => Reflect.set(window, 'kept', true))
    await hello.click()
    await expect.poll(() => hello.textContent(), { timeout: 20_000 }).toBe('Hello 1')

    await write(opened.path, { [ENTRY]: part({ text: 'Good morning' }) })
    await expect.poll(() => hello.textContent(), { timeout: 20_000 }).toBe('Good morning 0')
    await hello.click()
    await expect.poll(() => hello.textContent()).toBe('Good morning 1')
    expect(await color()).toBe('rgb(1, 2, 3)')

    await write(opened.path, { 'plugins/hello/client/hello.css': style('rgb(4, 5, 6)') })
    await expect.poll(color, { timeout: 20_000 }).toBe('rgb(4, 5, 6)')
    expect(await isKept()).toBe(true)

    await write(opened.path, {
      [ENTRY]: part({
        text: 'Other fields',
        more: ", fragments: { asset: 'fragment Hello on Asset { created_at }' }",
      }),
    })
    await expect.poll(() => hello.textContent(), { timeout: 20_000 }).toBe('Other fields 0')
    expect([await isKept(), opened.complaints]).toEqual([false, []])
  })

  test('an open page that nobody has used takes up a saved text, and stays as it is', async () => {
    const saying = (text: string) => `import { useText } from '@platform/client-sdk'
function Hello() {
  const text = useText()
  return <p class="hello">{text('hello')}</p>
}
export default { slots: { stream: Hello }, translations: { en: { hello: '${text}' } } }
`
    await using opened = await site.open({ [ENTRY]: saying('Hello') })
    const { page, hello } = opened
    expect(await hello.textContent()).toBe('Hello')
    await page.evaluate(() => Reflect.set(window, 'kept', true))
    for (const text of ['Good morning', 'Good night']) {
      await write(opened.path, { [ENTRY]: saying(text) })
      await expect.poll(() => hello.textContent(), { timeout: 20_000 }).toBe(text)
    }
    expect(await page.evaluate(() => Reflect.get(window, 'kept') === true)).toBe(true)
  })
})

import { join } from 'node:path'
import { buildStream } from '@platform/stream/build'
import { type Browser, chromium, type Locator, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { CHROMIUM, CHROMIUM_ARGS } from '../pages/chromium.ts'
import { emptyFolder } from './command.ts'
import { type DevServer, startDev, write } from './dev-server.ts'

const ENTRY = 'plugins/hello/client/index.tsx'
const part = ({ text, more = '' }: { text: string; more?: string }) => `import { useState } from 'preact/hooks'
import './hello.css'

function Hello() {
  const [count, setCount] = useState(0)
  return <button type="button" class="hello" onClick={() => setCount(count + 1)}>${text} {count}</button>
}
export default { slots: { stream: { component: Hello${more} } } }
`
/** The milliseconds that something takes. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

const style = (color: string) => `.hello { color: ${color} }\n`

interface OpenSite extends AsyncDisposable {
  readonly path: string
  /** The page of the demo discussion, in a tab of its own. */
  readonly page: Page
  readonly hello: Locator
  /** The errors of the page. */
  readonly complaints: readonly string[]
}

describeWith(CHROMIUM)('in Chromium', { timeout: 90_000 }, () => {
  const opened = new AsyncDisposableStack()
  let path: string
  let browser: Browser
  let server: DevServer | undefined
  beforeAll(async () => {
    path = opened.use(await emptyFolder()).path
    browser = await chromium.launch({ executablePath: CHROMIUM.file, args: CHROMIUM_ARGS })
    opened.defer(() => browser.close())
  })
  afterAll(() => opened.disposeAsync())

  /** Opens a page of a site whose plugin `hello` has these files. `platform dev` runs there from the first time on. */
  async function openSite(files: Readonly<Record<string, string>>): Promise<OpenSite> {
    const before = server?.events.length ?? 0
    await write(path, { 'plugins.json': '{ "client": ["hello"] }', ...files })
    server ??= opened.use(await startDev(path))
    const { events, url } = server
    await expect
      .poll(() => events.slice(before).map(({ event }) => event), { timeout: 30_000 })
      .toContain(before === 0 ? 'listening' : 'reloaded')
    const context = await browser.newContext()
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('pageerror', error => complaints.push(error.message))
    await page.goto(`${url}/demo`)
    return {
      path,
      page,
      hello: page.locator('.hello'),
      complaints,
      [Symbol.asyncDispose]: () => context.close(),
    }
  }

  test('an open page takes up a part when it is saved: it stays as it is, and loads again only for other fields', async () => {
    await using site = await openSite({
      [ENTRY]: part({ text: 'Hello' }),
      'plugins/hello/client/hello.css': style('rgb(1, 2, 3)'),
    })
    const { page, hello } = site
    const color = () => hello.evaluate(element => getComputedStyle(element).color)
    const isKept = () => page.evaluate(() => Reflect.get(window, 'kept') === true)
    await page.evaluate(() => Reflect.set(window, 'kept', true))
    await hello.click()
    await expect.poll(() => hello.textContent(), { timeout: 20_000 }).toBe('Hello 1')

    await write(site.path, { [ENTRY]: part({ text: 'Good morning' }) })
    await expect.poll(() => hello.textContent(), { timeout: 20_000 }).toBe('Good morning 0')
    await hello.click()
    await expect.poll(() => hello.textContent()).toBe('Good morning 1')
    expect(await color()).toBe('rgb(1, 2, 3)')

    await write(site.path, { 'plugins/hello/client/hello.css': style('rgb(4, 5, 6)') })
    await expect.poll(color, { timeout: 20_000 }).toBe('rgb(4, 5, 6)')
    expect(await isKept()).toBe(true)

    await write(site.path, {
      [ENTRY]: part({
        text: 'Other fields',
        more: ", fragments: { asset: 'fragment Hello on Asset { created_at }' }",
      }),
    })
    await expect.poll(() => hello.textContent(), { timeout: 20_000 }).toBe('Other fields 0')
    expect([await isKept(), site.complaints]).toEqual([false, []])
  })

  test('an open page that nobody has used takes up a saved text, and stays as it is', async () => {
    const saying = (text: string) => `import { useText } from '@platform/client-sdk'
function Hello() {
  const text = useText()
  return <p class="hello">{text('hello')}</p>
}
export default { slots: { stream: Hello }, translations: { en: { hello: '${text}' } } }
`
    await using site = await openSite({ [ENTRY]: saying('Hello') })
    const { page, hello } = site
    expect(await hello.textContent()).toBe('Hello')
    await page.evaluate(() => Reflect.set(window, 'kept', true))
    for (const text of ['Good morning', 'Good night']) {
      await write(site.path, { [ENTRY]: saying(text) })
      await expect.poll(() => hello.textContent(), { timeout: 20_000 }).toBe(text)
    }
    expect(await page.evaluate(() => Reflect.get(window, 'kept') === true)).toBe(true)
  })

  test('an open page shows a saved part about a second after what the build of it takes', async () => {
    await using site = await openSite({
      [ENTRY]: part({ text: 'Hello' }),
      'plugins/hello/client/hello.css': style('rgb(1, 2, 3)'),
    })
    const { page, hello } = site
    await hello.click()
    await expect.poll(() => hello.textContent(), { timeout: 20_000 }).toBe('Hello 1')
    const entry = join(site.path, ENTRY)
    const parts = [{ plugin: 'hello', version: null, entry, hash: '' }]
    const [saved, built]: [number[], number[]] = [[], []]
    for (const text of ['One', 'Two', 'Three']) {
      saved.push(
        await timeOf(async () => {
          await write(site.path, { [ENTRY]: part({ text }) })
          await page.waitForFunction(shown => document.querySelector('.hello')?.textContent?.startsWith(shown), text)
        }),
      )
      // The machine may be busy with something else, so the same build is measured beside it.
      built.push(await timeOf(() => buildStream({ parts, out: join(site.path, 'beside'), isWatched: true })))
    }
    // A page asks twice a second, and the server waits a moment for further files of the same save.
    expect(Math.min(...saved)).toBeLessThan(1_000 + 2 * Math.max(...built))
  })
})

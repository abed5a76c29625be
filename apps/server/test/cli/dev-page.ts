import { chromium, type Locator, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { CHROMIUM, CHROMIUM_ARGS } from '../pages/chromium.ts'
import { emptyFolder } from './command.ts'
import { type DevServer, startDev, write } from './dev-server.ts'

/** The file of the part that tests save. */
export const ENTRY = 'plugins/hello/client/index.tsx'

/** A part that counts clicks, so that a test sees whether it stays as it is. */
export const part = ({ text, more = '' }: { text: string; more?: string }) => `import { useState } from 'preact/hooks'
import './hello.css'

function Hello() {
  const [count, setCount] = useState(0)
  return <button type="button" class="hello" onClick={() => setCount(count + 1)}>${text} {count}</button>
}
export default { slots: { stream: { component: Hello${more} } } }
`

/** The style sheet of the part. */
export const style = (color: string) => `.hello { color: ${color} }\n`

/** A page of the site, in a tab of its own. */
export interface DevPage extends AsyncDisposable {
  /** The folder of the site. */
  readonly path: string
  /** The page of the demo discussion. */
  readonly page: Page
  readonly hello: Locator
  /** The errors of the page. */
  readonly complaints: readonly string[]
}

/** A site on which `platform dev` runs from the first page on. */
export interface DevSite extends AsyncDisposable {
  /** Opens a page of the site, whose plugin `hello` has these files. */
  open(files: Readonly<Record<string, string>>): Promise<DevPage>
}

export async function openDevSite(): Promise<DevSite> {
  await using opened = new AsyncDisposableStack()
  const { path } = opened.use(await emptyFolder())
  const browser = await chromium.launch({ executablePath: CHROMIUM.file, args: CHROMIUM_ARGS })
  opened.defer(() => browser.close())
  const kept = opened.move()
  let server: DevServer | undefined
  return {
    async open(files) {
      const before = server?.events.length ?? 0
      await write(path, { 'plugins.json': '{ "client": ["hello"] }', ...files })
      server ??= kept.use(await startDev(path))
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
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

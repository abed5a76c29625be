import { createTestPlatform, type TestPlatform, type TestPlatformOptions } from '@platform/plugin-testing'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { CHROMIUM, CHROMIUM_ARGS } from './chromium.ts'

/** A platform on a free port, and a browser to visit it with. */
export interface Visited extends AsyncDisposable {
  readonly platform: TestPlatform
  readonly root: string
  /** Opens a tab that shares no cookie with other tabs. Errors and dialogs of its page are kept in `complaints`. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>
  readonly complaints: readonly string[]
}

export async function startVisited({
  env = {},
  ...options
}: Pick<TestPlatformOptions, 'env' | 'plugins' | 'settings' | 'streamBuild'> = {}): Promise<Visited> {
  const platform = await createTestPlatform({ ...options, env: { PORT: '0', ...env } })
  const listening = await platform.listen()
  const browser: Browser = await chromium.launch({
    executablePath: CHROMIUM.file,
    args: CHROMIUM_ARGS,
  })
  const root = `http://localhost:${listening.port}`
  const complaints: string[] = []
  return {
    platform,
    root,
    complaints,
    async open(path, options = {}) {
      const page = await (await browser.newContext({ baseURL: root, ...options })).newPage()
      page.setDefaultTimeout(20_000)
      page.on('pageerror', error => complaints.push(error.message))
      page.on('console', message => {
        if (/Content Security Policy|Refused to/i.test(message.text())) complaints.push(message.text())
      })
      page.on('dialog', dialog => {
        complaints.push(`a dialog: ${dialog.message()}`)
        void dialog.dismiss()
      })
      await page.goto(path)
      return page
    },
    async [Symbol.asyncDispose]() {
      await browser.close()
      await listening.stop()
      await platform[Symbol.asyncDispose]()
    },
  }
}

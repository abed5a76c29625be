import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'

const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
]

/**
 * The arguments with which tests start Chromium. The list of features that Playwright switches off is replaced, because
 * it names storage partitioning: readers' browsers give a frame of another site a storage of its own.
 *
 * @example
 * const browser = await chromium.launch({ executablePath: findBrowser() ?? '', args: [...BROWSER_ARGS] })
 */
export const BROWSER_ARGS = ['--no-sandbox', '--headless', '--disable-features=PaintHolding']

/**
 * The browser of this machine: Chromium, Chrome or Edge on the PATH, or the program that `PLATFORM_TEST_BROWSER` names.
 * `null` without one, so that a test can be skipped.
 *
 * @example
 * test.skipIf(findBrowser() === null)('readers press the button', async () => {})
 */
export function findBrowser(): string | null {
  const named = process.env['PLATFORM_TEST_BROWSER']
  if (named) return named
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.flatMap(folder => NAMES.map(name => join(folder, name))).find(isExecutable) ?? null
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** A browser that is started with the first page. */
export interface TestBrowser {
  /** Opens a page of its own session, which sends this session token. What fails in the page is added to `problems`. */
  open(address: string, token: string | null): Promise<Page>
  readonly problems: string[]
  close(): Promise<void>
}

/** Makes the browser of a test. @throws Error where the machine has none, with what to install. */
export function createTestBrowser(): TestBrowser {
  const problems: string[] = []
  let launched: Promise<Browser> | null = null
  return {
    problems,
    async open(address, token) {
      launched ??= launch()
      const context = await (await launched).newContext()
      const { origin } = new URL(address)
      if (token !== null) await context.addCookies([{ name: 'authorization', value: token, url: origin }])
      const page = await context.newPage()
      page.setDefaultTimeout(20_000)
      page.on('pageerror', error => problems.push(error.message))
      page.on('console', message => {
        if (message.type() === 'error') problems.push(message.text())
      })
      await page.goto(address)
      await page.locator('.stream.alive').waitFor()
      return page
    },
    async close() {
      // The test has learned already why no browser was started.
      await (await launched?.catch(() => null))?.close()
    },
  }
}

async function launch(): Promise<Browser> {
  const executablePath = findBrowser()
  if (executablePath === null)
    throw new Error('there is no Chromium on the PATH: install chromium, or name a browser by PLATFORM_TEST_BROWSER')
  const { chromium } = await import('playwright-core')
  return chromium.launch({ executablePath, args: BROWSER_ARGS })
}

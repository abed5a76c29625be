import { chromium, type FrameLocator, type Page } from 'playwright-core'
import { CHROMIUM, CHROMIUM_ARGS } from '../../../apps/server/test/pages/chromium.ts'
import { type Driver, PATIENCE, retry, type Tab, type View, type Visitor } from './driver.ts'

export { CHROMIUM }

/** Starts Chromium. */
export async function startChromium(): Promise<Driver> {
  const browser = await chromium.launch({ executablePath: CHROMIUM.file, args: CHROMIUM_ARGS })
  return {
    async visitor({ script = true } = {}): Promise<Visitor> {
      const context = await browser.newContext({ javaScriptEnabled: script })
      context.setDefaultTimeout(PATIENCE)
      return {
        async open(address) {
          const page = await context.newPage()
          await page.goto(address)
          return tabOf(page)
        },
        popup: viewOf(() => retry('a window opens', async () => context.pages()[1] ?? null)),
        windows: async () => context.pages().length,
        close: () => context.close(),
      }
    },
    [Symbol.asyncDispose]: () => browser.close(),
  }
}

function tabOf(page: Page): Tab {
  return {
    ...viewOf(async () => page),
    goto: async address => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    address: async () => page.url(),
    press: key => page.keyboard.press(key),
    comments: viewOf(async () => page.frameLocator('#comments iframe')),
  }
}

function viewOf(find: () => Promise<Page | FrameLocator>): View {
  const first = async (selector: string, text = '') =>
    (await find()).locator(selector).filter({ hasText: text }).filter({ visible: true }).first()
  return {
    texts: async selector => (await find()).locator(selector).filter({ visible: true }).allInnerTexts(),
    async value(selector) {
      const field = await first(selector)
      return (await field.count()) > 0 ? field.inputValue() : null
    },
    click: async (selector, text) => (await first(selector, text)).click(),
    fill: async (selector, text) => (await first(selector)).fill(text),
  }
}

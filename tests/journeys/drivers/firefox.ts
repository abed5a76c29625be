import type { Frame, KeyInput, Page } from 'puppeteer-core'
import puppeteer from 'puppeteer-core'
import { program } from '../../../test/programs.ts'
import { type Driver, PATIENCE, retry, type Tab, type View, type Visitor } from './driver.ts'

/** What tests in Firefox need. */
export const FIREFOX = program('firefox-esr', 'firefox')

/** Starts Firefox when the first visitor comes. Script is on or off for a whole browser there. */
export function startFirefox(): Driver {
  const start = (script: boolean) =>
    puppeteer.launch({
      browser: 'firefox',
      executablePath: FIREFOX.file,
      extraPrefsFirefox: {
        'javascript.enabled': script,
        'toolkit.cosmeticAnimations.enabled': false,
        // A process for the next tab is not started before there is one.
        'dom.ipc.processPrelaunch.enabled': false,
      },
    })
  const started = new Map<boolean, ReturnType<typeof start>>()
  return {
    async visitor({ script = true } = {}): Promise<Visitor> {
      const starting = started.get(script) ?? start(script)
      started.set(script, starting)
      const context = await (await starting).createBrowserContext()
      return {
        async open(address) {
          // A tab behind another one is hidden, and a hidden page is not kept up to date.
          const page = await context.newPage({ type: 'window' })
          page.setDefaultTimeout(PATIENCE)
          await page.goto(address)
          return tabOf(page)
        },
        popup: viewOf(async () => {
          const [, page] = await context.pages()
          return page ? { page, frame: page } : null
        }),
        windows: async () => (await context.pages()).length,
        close: () => context.close(),
      }
    },
    async [Symbol.asyncDispose]() {
      for (const starting of started.values()) await (await starting).close()
    },
  }
}

function tabOf(page: Page): Tab {
  const found = async (selector: string) => (await page.$(selector))?.contentFrame()
  return {
    ...viewOf(async () => ({ page, frame: page })),
    goto: async address => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    address: async () => page.url(),
    async press(key) {
      // Keys go to the window in front.
      await page.bringToFront()
      const held = key.split('+').slice(0, -1) as KeyInput[]
      for (const each of held) await page.keyboard.down(each)
      await page.keyboard.press(key.split('+').at(-1) as KeyInput)
      for (const each of held) await page.keyboard.up(each)
    },
    comments: viewOf(async () => ({ page, frame: await found('#comments iframe') })),
  }
}

/** With script off, promises in a page are never settled, so whatever runs there is synchronous. */
function viewOf(
  find: () => Promise<{ readonly page: Page; readonly frame: Page | Frame | null | undefined } | null>,
): View {
  const rootOf = async () => (await find())?.frame?.$('html') ?? null
  const focus = (selector: string, text: string) =>
    retry(`${selector} "${text}"`, async () => {
      const handle = await (await rootOf())?.evaluateHandle(findShown, selector, text)
      const element = handle?.asElement() ?? null
      // Keys go to the window in front.
      if (element) await (await find())?.page.bringToFront()
      return element
    })
  return {
    texts: async selector => (await (await rootOf())?.evaluate(textsOfShown, selector)) ?? [],
    value: async selector => (await (await rootOf())?.evaluate(readValue, selector)) ?? null,
    // Visitors with Firefox use the keyboard.
    click: async (selector, text = '') => {
      const element = await focus(selector, text)
      await element.press((await element.evaluate(isChoice)) ? ' ' : 'Enter')
    },
    fill: async (selector, text) => {
      const field = await focus(selector, '')
      await field.evaluate(selectAll)
      await field.type(text)
    },
  }
}

// biome-ignore-start lint/performance/useDomNodeTextContent: hidden text of the page does not count.
const findShown = (root: Element, selector: string, text: string) =>
  [...root.querySelectorAll<HTMLElement>(selector)].find(
    element => element.checkVisibility({ visibilityProperty: true }) && element.innerText.includes(text),
  )

const textsOfShown = (root: Element, selector: string) =>
  [...root.querySelectorAll<HTMLElement>(selector)]
    .filter(element => element.checkVisibility({ visibilityProperty: true }))
    .map(element => element.innerText)
// biome-ignore-end lint/performance/useDomNodeTextContent: see the start

const isChoice = (element: Node) => (element as Element).matches('input[type=radio], input[type=checkbox]')

const selectAll = (field: Node) =>
  'select' in field
    ? (field as HTMLInputElement | HTMLTextAreaElement).select()
    : getSelection()?.selectAllChildren(field)

const readValue = (root: Element, selector: string) => root.querySelector<HTMLInputElement>(selector)?.value

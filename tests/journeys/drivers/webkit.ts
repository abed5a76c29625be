import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { Builder, By, Capabilities, Key, type WebDriver, type WebElement } from 'selenium-webdriver'
import { freePort } from '../../../apps/server/test/free-port.ts'
import type { Need } from '../../../test/needs.ts'
import { program } from '../../../test/programs.ts'
import { type Driver, retry, type Tab, type View, type Visitor } from './driver.ts'

const DRIVER = program('WebKitWebDriver')
const SCREEN = program('Xvfb')
const [browserFile] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')
const BROWSER: Need = {
  missing: browserFile === undefined ? 'there is no MiniBrowser of WebKitGTK in /usr/lib' : undefined,
}

/** The frame that the embed script makes. */
const FRAME = '#comments iframe'

/** What tests in WebKit need. */
export const WEBKIT: readonly Need[] = [DRIVER, SCREEN, BROWSER]

/** Starts a screen without a monitor, on which each visitor gets a browser and its driver. */
export async function startWebkit(): Promise<Driver> {
  const screen = spawn(SCREEN.file, ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [number] = await once(screen.stdout, 'data')
  const display = `:${String(number).trim()}`
  return {
    visitor: ({ script = true } = {}) => startVisitor(display, script),
    async [Symbol.asyncDispose]() {
      screen.kill()
      await once(screen, 'close')
    },
  }
}

async function startVisitor(display: string, script: boolean): Promise<Visitor> {
  const port = await freePort()
  const server = spawn(DRIVER.file, [`--port=${port}`], { env: { ...process.env, DISPLAY: display }, stdio: 'ignore' })
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: browserFile, args: ['--automation', `--enable-javascript=${script}`] },
  })
  const session = await retry('WebKitWebDriver starts', async () =>
    new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build(),
  )
  const tabs: string[] = []
  return {
    async open(address) {
      if (tabs.length > 0) await session.switchTo().newWindow('window')
      const page = await session.getWindowHandle()
      tabs.push(page)
      await session.get(address)
      return tabOf(session, () => session.switchTo().window(page))
    },
    popup: viewOf(session, async () => {
      const [popup] = (await session.getAllWindowHandles()).filter(handle => !tabs.includes(handle))
      if (popup === undefined) throw new Error('there is no second window')
      await session.switchTo().window(popup)
    }),
    windows: async () => (await session.getAllWindowHandles()).length,
    async close() {
      await session.quit()
      server.kill()
      await once(server, 'close')
    },
  }
}

function tabOf(session: WebDriver, toPage: () => Promise<void>): Tab {
  const inPage = async <Value>(run: () => Promise<Value>) => {
    await toPage()
    return run()
  }
  const toFrame = async () => {
    await toPage()
    await session.switchTo().frame(await session.findElement(By.css(FRAME)))
  }
  return {
    ...viewOf(session, toPage),
    goto: address => inPage(() => session.get(address)),
    reload: () => inPage(() => session.navigate().refresh()),
    address: () => inPage(() => session.getCurrentUrl()),
    press: key =>
      inPage(async () => {
        const keys = key.split('+').map(each => KEYS[each] ?? each)
        const actions = session.actions({ async: true })
        for (const each of keys) actions.keyDown(each)
        for (const each of keys.toReversed()) actions.keyUp(each)
        await actions.perform()
      }),
    comments: viewOf(session, toFrame, async element => {
      const { y } = await element.getRect()
      await toPage()
      await session.executeScript(
        'scrollBy(0, document.querySelector(arguments[0]).getBoundingClientRect().y + arguments[1] - innerHeight / 2)',
        FRAME,
        y,
      )
      await toFrame()
    }),
  }
}

/**
 * A session works on one document at a time, which `enter` makes the current one. The driver scrolls this document
 * only, and `reveal` the page around it.
 */
function viewOf(
  session: WebDriver,
  enter: () => Promise<void>,
  reveal: (element: WebElement) => Promise<void> = async () => {},
): View {
  const shown = async (selector: string) => {
    await enter()
    const elements = await session.findElements(By.css(selector))
    const visible: WebElement[] = []
    for (const element of elements) if (await element.isDisplayed()) visible.push(element)
    return visible
  }
  const use = (selector: string, text: string, act: (element: WebElement) => Promise<void>) =>
    retry(`${selector} "${text}"`, async () => {
      for (const element of await shown(selector))
        if ((await textOf(element)).includes(text)) {
          await reveal(element)
          return (await act(element)) ?? true
        }
      return null
    })
  return {
    async texts(selector) {
      const texts: string[] = []
      for (const element of await shown(selector)) texts.push(await textOf(element))
      return texts
    },
    async value(selector) {
      const [field] = await shown(selector)
      return (await field?.getAttribute('value')) ?? null
    },
    click: async (selector, text = '') => void (await use(selector, text, element => element.click())),
    async fill(selector, text) {
      await use(selector, '', async element => {
        // On a screen without a window manager, a window that another one covered gets the focus by a click only.
        await element.click()
        await element.getDriver().executeScript(SELECT_ALL, element)
        // The driver types no line break by its character.
        await element.sendKeys(text.replaceAll('\n', Key.ENTER))
      })
    },
  }
}

const KEYS: Readonly<Record<string, string>> = {
  Enter: Key.ENTER,
  Escape: Key.ESCAPE,
  Tab: Key.TAB,
  Control: Key.CONTROL,
}

const SELECT_ALL = 'arguments[0].select ? arguments[0].select() : getSelection().selectAllChildren(arguments[0])'

/** `getText` of the driver leaves out the text of an element that may cut its text off. */
const textOf = (element: WebElement) =>
  element.getDriver().executeScript<string>('return arguments[0].innerText', element)

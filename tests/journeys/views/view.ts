import type { TestUser } from '@platform/plugin-testing'
import type { Frame, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Visited } from '../../../apps/server/test/pages/browser.ts'

/** A page of the platform, or one with comments on another site, as one reader sees it. */
export interface View {
  readonly name: string
  /** A path of the platform, or an address. */
  readonly path: string
  /** Signs in the user who looks at the page. When it is missing, an anonymous reader does. */
  readonly as?: () => Promise<TestUser>
  /** What the reader does first. @returns where the view is, if it is not in the page itself. */
  readonly prepare?: (page: Page) => Promise<Page | Frame | void>
}

/**
 * Shows a view in a tab, to a reader whose browser has kept nothing. With script off nothing is prepared.
 *
 * @returns where the view is
 */
export async function show(
  { root }: Visited,
  view: View,
  { page, lang, script = true }: { readonly page: Page; readonly lang?: string | undefined; readonly script?: boolean },
): Promise<Page | Frame> {
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  await context.setOffline(false)
  await context.clearCookies()
  if (page.url().startsWith(root)) {
    // A page with comments notes the visit when it is left, so it is left before.
    await page.goto(`${root}/robots.txt`)
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
  }
  const user = await view.as?.()
  if (user) await context.addCookies([{ name: 'authorization', value: user.token, url: root }])
  const address = new URL(view.path, root)
  if (lang !== undefined) address.searchParams.set('lang', lang)
  await page.goto(address.href)
  if (!script) return page
  if ((await page.locator('#platform-stream').count()) > 0) await page.locator('.stream.alive').waitFor()
  return (await view.prepare?.(page)) ?? page
}

/** The tab or window that a view is in. */
export const tabOf = (shown: Page | Frame): Page => ('page' in shown ? shown.page() : shown)

/** Makes the window of a view as wide as given, and waits until a frame in it has followed. */
export async function widen(shown: Page | Frame, width: number, height = 640): Promise<void> {
  await tabOf(shown).setViewportSize({ width, height })
  if (!('page' in shown)) return
  const element = await shown.frameElement()
  await expect
    .poll(async () => {
      const { width: outer, height: room } = (await element.boundingBox())!
      const inner = await shown.evaluate(() => [innerWidth, document.documentElement.offsetHeight] as const)
      return Math.abs(outer - inner[0]) < 1 && room > inner[1] - 1
    })
    .toBe(true)
}

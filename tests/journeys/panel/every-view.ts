import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeOf } from '../../../apps/server/test/pages/axe.ts'
import { CHROMIUM } from '../../../apps/server/test/pages/chromium.ts'
import { signInBy } from '../../../apps/server/test/stream/writer.ts'
import { describeWith } from '../../../test/needs.ts'
import { misfits } from '../views/rectangles.ts'
import { show } from '../views/view.ts'
import { moderationViews } from './moderation-views.ts'
import type { PanelView } from './open.ts'
import { type Site, startSite } from './site.ts'
import { siteViews } from './site-views.ts'

const WIDE = { width: 1280, height: 900 }
const NARROW = { width: 320, height: 640 }

/** Every view of the admin panel, with every dialog, menu and drawer that opens in it. */
export const panelViews = (site: Site): readonly PanelView[] => [...moderationViews(site), ...siteViews(site)]

/** Holds some views of the panel to what all of them keep. */
export function everyView(title: string, viewsOf: (site: Site) => readonly PanelView[]): void {
  describeWith(CHROMIUM)(title, { timeout: 300_000 }, () => {
    let site: Site
    beforeAll(async () => {
      site = await startSite()
    }, 60_000)
    afterAll(() => site?.visited[Symbol.asyncDispose]())

    test('has nothing for axe to find, fits wide and narrow screens, and leads only to views that are tested', async () => {
      const page = await site.visited.open('about:blank', { reducedMotion: 'reduce' })
      const errors: string[] = []
      page.on('console', message => message.type() === 'error' && errors.push(message.text()))
      const [faults, links]: [string[], Set<string>] = [[], new Set()]
      for (const view of viewsOf(site)) {
        await page.setViewportSize(WIDE)
        await page.emulateMedia({ colorScheme: 'light' })
        await show(site.visited, view, { page })
        const light = await faultsOf(page)
        for (const link of await linksOf(page)) links.add(link)
        await page.emulateMedia({ colorScheme: 'dark' })
        const colours = await axeOf(page, ['color-contrast'])
        await page.setViewportSize(NARROW)
        const dark = await faultsOf(page)
        const unexpected = errors.splice(0).filter(text => !text.includes(`status of ${view.status}`))
        const found = [
          ...light,
          ...colours.map(each => `dark: ${each}`),
          ...dark.map(each => `dark and narrow: ${each}`),
          ...unexpected,
        ]
        faults.push(...found.map(fault => `${view.name}: ${fault}`))
      }
      await page.context().close()
      expect(faults).toEqual([])
      expect(site.visited.complaints).toEqual([])
      const tested = panelViews(site).map(({ path }) => pathOf(path))
      expect([...links].filter(link => !tested.some(path => `${path}/`.startsWith(`${link}/`)))).toEqual([])
    })

    test('fits a screen of 320 pixels in German, too', async () => {
      const page = await site.visited.open('about:blank', { viewport: NARROW, locale: 'de' })
      await signInBy(site.visited, page, site.admin)
      const views = new Map(viewsOf(site).flatMap(view => (view.as && !view.status ? [[view.path, view.drawn]] : [])))
      const faults: Record<string, readonly string[]> = {}
      for (const [path, drawn] of views as Map<string, string>) {
        await page.goto(site.visited.root + path)
        await page.locator(drawn).first().waitFor()
        expect(await page.locator('html').getAttribute('lang')).toBe('de')
        const found = await misfitsOnceDrawn(page)
        if (found.length > 0) faults[path] = found
      }
      await page.context().close()
      expect(faults).toEqual({})
      expect(views.size).toBeGreaterThan(3)
    })
  })
}

/** What is wrong with a view as it is shown now: for axe, and for the eye. */
const faultsOf = async (page: Page) => [...(await misfitsOnceDrawn(page)), ...(await axeOf(page))]

/** What does not fit, also after what plugins add to the rows of a list was loaded, and the rows have moved. */
async function misfitsOnceDrawn(page: Page): Promise<readonly string[]> {
  let found: readonly string[] = []
  const look = async () => {
    found = await misfits(page)
    return found.length
  }
  await expect
    .poll(look, { timeout: 5_000 })
    .toBe(0)
    .catch(() => undefined)
  return found
}

/** The addresses of the panel to which a view leads, without the ids in them. */
const linksOf = async (page: Page) => {
  const hrefs = await page.locator('a[href]').evaluateAll(links => links.map(link => (link as HTMLAnchorElement).href))
  return hrefs.map(pathOf).filter(path => /^\/admin(?:\/|$)/.test(path))
}

const pathOf = (address: string) => new URL(address, 'http://localhost').pathname.replace(/\/[0-9a-f-]{36}/g, '')

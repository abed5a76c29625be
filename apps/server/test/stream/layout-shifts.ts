import type { Page } from 'playwright-core'

/** A move of what a reader sees, and the classes of the elements that moved. */
export interface LayoutShift {
  readonly value: number
  readonly moved: readonly (string | undefined)[]
}

/** Begins to note what moves in a page, each time that the page is loaded. */
export async function noteShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: object[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) {
        const sources = (Reflect.get(entry, 'sources') as { node: Element | null }[]) ?? []
        shifts.push({ value: Reflect.get(entry, 'value'), moved: sources.map(({ node }) => node?.className) })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** What has moved since the page was loaded. */
export async function readShifts(page: Page): Promise<readonly LayoutShift[]> {
  // A shift is reported with the frame after the one that shows it.
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 100))))
  return page.evaluate(() => Reflect.get(window, 'shifts') as LayoutShift[])
}

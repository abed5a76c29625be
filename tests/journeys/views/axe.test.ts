import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startVisited, type Visited } from '../../../apps/server/test/pages/browser.ts'
import { CHROMIUM } from '../../../apps/server/test/pages/chromium.ts'
import { describeWith } from '../../../test/needs.ts'
import { show, type View, viewsOf, writeDiscussion } from './views.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

describeWith(CHROMIUM)('axe', { timeout: 180_000 }, () => {
  let visited: Visited
  let views: readonly View[]
  beforeAll(async () => {
    visited = await startVisited()
    views = await viewsOf(visited.platform, await writeDiscussion(visited.platform))
  }, 60_000)
  afterAll(() => visited?.[Symbol.asyncDispose]())

  /** What axe finds, one line for each element. */
  async function violations(page: Page, options: string): Promise<string[]> {
    const found = (await page.evaluate(`axe.run(document, ${options})`)) as AxeResults
    return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
  }

  test('finds nothing on any view, in light colours and in dark ones', async () => {
    const page = await visited.open('about:blank')
    const found: Record<string, string[]> = {}
    for (const view of views) {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      await show(visited, view, { page })
      await page.evaluate(AXE)
      const framed = view.path.startsWith('/embed/')
      // A transparent frame stands on the browser's own ground, which axe does not see, below a heading of the page.
      if (framed) await page.evaluate(() => document.documentElement.style.setProperty('background', 'Canvas'))
      const rules = { 'page-has-heading-one': { enabled: !framed } }
      const light = await violations(page, JSON.stringify({ runOnly: RULES, rules }))
      await page.emulateMedia({ colorScheme: 'dark' })
      // Only colours differ.
      const dark = await violations(page, JSON.stringify({ runOnly: { type: 'rule', values: ['color-contrast'] } }))
      if (light.length + dark.length > 0) found[view.name] = [...light, ...dark.map(each => `dark ${each}`)]
    }
    expect(found).toEqual({})
    expect(visited.complaints).toEqual([])
  })
})

import type { AxeResults } from 'axe-core'
import type { Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AXE, AXE_RULES } from '../../../apps/server/test/pages/axe.ts'
import { CHROMIUM } from '../../../apps/server/test/pages/chromium.ts'
import { describeWith } from '../../../test/needs.ts'
import { show, tabOf } from './view.ts'
import { type Gallery, openGallery } from './views.ts'

describeWith(CHROMIUM)('axe', { timeout: 300_000 }, () => {
  let gallery: Gallery
  beforeAll(async () => {
    gallery = await openGallery()
  }, 60_000)
  afterAll(() => gallery?.[Symbol.asyncDispose]())

  /** What axe finds, one line for each element. */
  async function violations(page: Page | Frame, options: string): Promise<string[]> {
    const found = (await page.evaluate(`axe.run(document, ${options})`)) as AxeResults
    return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
  }

  test('finds nothing on any view, in light colours and in dark ones', async () => {
    const { visited, views } = gallery
    const page = await visited.open('about:blank', { colorScheme: 'light', reducedMotion: 'reduce' })
    const found: Record<string, string[]> = {}
    for (const view of views) {
      const shown = await show(visited, view, { page })
      await shown.evaluate(AXE)
      const framed = new URL(shown.url()).pathname.startsWith('/embed/')
      // A transparent frame stands on the browser's own ground, which axe does not see, below a heading of the page.
      if (framed) await shown.evaluate(() => document.documentElement.style.setProperty('background', 'Canvas'))
      const rules = { 'page-has-heading-one': { enabled: !framed } }
      const light = await violations(shown, JSON.stringify({ runOnly: AXE_RULES, rules, resultTypes: ['violations'] }))
      await tabOf(shown).emulateMedia({ colorScheme: 'dark' })
      // Only colours differ.
      const dark = await violations(
        shown,
        JSON.stringify({ runOnly: { type: 'rule', values: ['color-contrast'] }, resultTypes: ['violations'] }),
      )
      await tabOf(shown).emulateMedia({ colorScheme: 'light' })
      if (light.length + dark.length > 0) found[view.name] = [...light, ...dark.map(each => `dark ${each}`)]
    }
    expect(found).toEqual({})
    expect(visited.complaints).toEqual([])
  })
})

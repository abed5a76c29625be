import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

/** The script of axe, for pages that are looked at more than once. */
export const AXE: string = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** The rules that every page keeps. */
export const AXE_RULES: readonly string[] = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds on a page by its rules or by some of them, one line for each element. */
export async function axeOf(page: Page, rules: readonly string[] | null = null): Promise<readonly string[]> {
  await page.evaluate(AXE)
  const runOnly = rules ? { type: 'rule', values: rules } : AXE_RULES
  const found = (await page.evaluate(
    `axe.run(document, ${JSON.stringify({ runOnly, elementRef: true })}).then(${UNCOVERED})`,
  )) as AxeResults['violations']
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
}

/** Leaves out targets that are too small only because an open menu covers a part of them. Runs in the page. */
const UNCOVERED = `({ violations }) => violations.map(({ id, nodes }) => ({
  id,
  nodes: nodes.filter(({ any }) => {
    const { relatedNodes = [] } = any.find(({ id, data }) => id === 'target-size' && data.messageKey) ?? {}
    return relatedNodes.length === 0 || !relatedNodes.every(({ element }) => element.closest('.menu[open] > .menu-body'))
  }).map(({ html }) => ({ html })),
}))`

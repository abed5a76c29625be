import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { openDesk } from './desk.ts'
import { fillQueue } from './fill-queue.ts'

const [LONG, SHORT] = [20_000, 20]
const ROWS = 20
/** How many times as long the first rows of the long queue may take as those of the short one. */
const MOST = 2
const ROUNDS = 7
/** So high that all of the first rows are drawn; a browser draws those that are on the screen. */
const VIEWPORT = { width: 1_280, height: 8_000 }

describeWith(CHROMIUM)('a long queue, in Chromium', { timeout: 120_000 }, () => {
  test('its first rows are drawn nearly as soon as those of a short one', async () => {
    await using visited = await startVisited()
    const { platform } = visited
    const author = await platform.createUser()
    const moderator = await platform.createUser({ roles: ['MODERATOR'] })
    const paths: string[] = []
    for (const size of [LONG, SHORT]) {
      const asset = await platform.createAsset()
      await fillQueue(platform, { asset, author, size })
      paths.push(`${visited.root}/admin/moderate/premod/${asset.id}`)
    }
    await using desk = await openDesk(visited, moderator, '/admin/stories', { viewport: VIEWPORT })
    await desk.page.addInitScript(noteRows, ROWS)
    const [long = '', short = ''] = paths
    for (const path of paths) await rowsOf(desk.page, path)
    const times: { long: number; short: number }[] = []
    for (let round = 0; round < ROUNDS; round++)
      times.push({ long: await rowsOf(desk.page, long), short: await rowsOf(desk.page, short) })
    const median = (read: (time: (typeof times)[number]) => number) =>
      times.map(read).sort((one, other) => one - other)[ROUNDS >> 1]!
    const ratio = median(time => time.long) / median(time => time.short)
    console.log(
      `${ROWS} rows of ${LONG} comments are drawn in ${median(time => time.long).toFixed(0)} ms, ` +
        `${ratio.toFixed(2)} times as long as those of ${SHORT}`,
    )
    expect(ratio).toBeGreaterThan(0)
    expect(ratio).toBeLessThanOrEqual(MOST)
  })
})

/** Opens a page. @returns when its rows were drawn, in milliseconds from the beginning of the navigation */
async function rowsOf(page: Page, address: string): Promise<number> {
  // What the page before still loads belongs to no later measurement.
  await page.goto('about:blank')
  await page.goto(address)
  const drawn = await page.waitForFunction(() => (globalThis as { rowsDrawnAt?: number }).rowsDrawnAt)
  return (await drawn.jsonValue())!
}

/** Runs in each page: notes when so many rows are drawn. */
function noteRows(rows: number): void {
  const look = () => {
    if (document.querySelectorAll('article.card').length < rows) return requestAnimationFrame(look)
    return requestAnimationFrame(() => Object.assign(globalThis, { rowsDrawnAt: performance.now() }))
  }
  look()
}

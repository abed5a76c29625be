import { setTimeout } from 'node:timers/promises'
import type { TestUser } from '@platform/plugin-testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { openDesk } from './desk.ts'
import { fillQueue, type Writing } from './fill-queue.ts'

/** The time between two comments that arrive. Milliseconds. */
const PAUSE = 100
/** The longest time until a further row is drawn. Milliseconds. */
const LONGEST = 20_000

/** Tests that a queue of so many comments is scrolled through exactly, in Chromium. */
export function testExactRows(title: string, { size, timeout }: { size: number; timeout: number }): void {
  describeWith(CHROMIUM)(title, { timeout }, () => {
    let visited: Visited
    beforeAll(async () => {
      visited = await startVisited()
    })
    afterAll(() => visited?.[Symbol.asyncDispose]())

    test('is scrolled through while ten comments a second arrive: no row twice, none missing, and few cards at a time', async () => {
      const moderator = await visited.platform.createUser({ roles: ['MODERATOR'] })
      await expectExactRows(visited, moderator, size)
    })
  })
}

interface Scrolled {
  /** The ids of the rows from the first to the last, each as it stood at its place. */
  readonly ids: readonly string[]
  /** Places at which another comment stood later. */
  readonly moved: readonly number[]
  /** The most cards that the page had at one time. */
  readonly most: number
}

/**
 * Scrolls through a queue of many comments while ten a second arrive, and compares what was seen with what the store
 * has.
 */
async function expectExactRows(visited: Visited, moderator: TestUser, size: number): Promise<void> {
  const { platform } = visited
  await platform.services.settings.update({ moderation: 'PRE' })
  const author = await platform.createUser()
  const asset = await platform.createAsset()
  const stored = await fillQueue(platform, { asset, author, size })
  await using desk = await openDesk(visited, moderator, `/admin/moderate/premod/${asset.id}`, {
    viewport: { width: 1_000, height: 1_200 },
  })
  await desk.page.locator('article.card').nth(3).waitFor()
  await using arriving = arrive(visited, { asset, author })
  const seen = await scrollThrough(desk.page)
  const arrived = await arriving.stop()
  expect(arrived.length).toBeGreaterThan(0)
  expect(seen.moved).toEqual([])
  expect(seen.ids).toEqual(stored)
  expect(seen.most).toBeLessThan(40)
  // What has arrived stands above, once it is asked for.
  await desk.page.evaluate(() => scrollTo(0, 0))
  await desk.page.getByRole('button', { name: `Show ${arrived.length} new comments` }).click()
  const all = [...arrived.toReversed(), ...stored]
  await expect
    .poll(async () => (await rowsNow(desk.page)).every(([at, id]) => all[at] === id), { message: 'rows by place' })
    .toBe(true)
  expect((await rowsNow(desk.page)).length).toBeGreaterThan(3)
  expect(visited.complaints).toEqual([])
}

interface Arriving extends AsyncDisposable {
  /** @returns the ids of those that have arrived. */
  stop(): Promise<readonly string[]>
}

/** Posts a comment every tenth of a second. */
function arrive({ platform }: Visited, draft: Writing): Arriving {
  const ids: string[] = []
  let isOver = false
  const post = async () => {
    while (!isOver) {
      const { id } = await platform.createComment({ ...draft, body: `Arrived ${ids.length}` })
      ids.push(id)
      await setTimeout(PAUSE)
    }
  }
  const posting = post()
  const stop = async () => {
    isOver = true
    await posting
    return ids
  }
  return { stop, [Symbol.asyncDispose]: async () => void (await stop()) }
}

const rowsNow = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('article.card')].map(
      card => [Number(card.ariaPosInSet) - 1, card.getAttribute('aria-labelledby')?.slice('author-'.length)] as const,
    ),
  )

/** Scrolls to the end as fast as rows are drawn, and notes in every frame which comment stands at which place. */
function scrollThrough(page: Page): Promise<Scrolled> {
  return page.evaluate(async longest => {
    const ids: string[] = []
    const moved: number[] = []
    let [most, last] = [0, performance.now()]
    const frame = () =>
      new Promise((resolve, reject) => {
        window.setTimeout(() => reject(new Error('the browser has drawn no frame')), longest)
        requestAnimationFrame(resolve)
      })
    /** @returns the last place that is drawn, and whether no more rows follow. */
    const note = () => {
      const cards = [...document.querySelectorAll('article.card')]
      most = Math.max(most, cards.length)
      for (const card of cards) {
        const [at, id] = [Number(card.ariaPosInSet) - 1, card.getAttribute('aria-labelledby')!.slice('author-'.length)]
        if (ids[at] === undefined) last = performance.now()
        else if (ids[at] !== id) moved.push(at)
        ids[at] = id
      }
      return cards.some(card => card.ariaSetSize === card.ariaPosInSet)
    }
    for (let isOver = note(); !isOver; isOver = note()) {
      const failure = document.querySelector('.queue [role=alert]')
      if (failure) throw new Error(`after ${ids.length} rows: ${failure.textContent}`)
      if (performance.now() - last > longest) {
        const { scrollHeight, scrollTop } = document.documentElement
        const end = document.querySelector('.queue')?.textContent.slice(-100)
        throw new Error(`after ${ids.length} rows no further one, at ${scrollTop} of ${scrollHeight} pixels: ${end}`)
      }
      scrollBy(0, 800)
      await frame()
      await frame()
    }
    return { ids, moved, most }
  }, LONGEST)
}

import type { TestUser } from '@platform/plugin-testing'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { axeOf } from '../pages/axe.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { openDesk } from './desk.ts'

const POST = 'mutation ($input: CreateCommentInput!) { createComment(input: $input) { comment { id } } }'
const LONG = 'What the council has decided about the boats, the bench and the lock '.repeat(4).trim()
const REJECT = 'mutation ($id: ID!) { setCommentStatus(id: $id, status: REJECTED) { errors { message } } }'

describeWith(CHROMIUM)('the dashboard, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let moderator: TestUser
  async function make(title: string) {
    const { id } = await visited.platform.createAsset()
    return visited.platform.services.assets.update(id, { title })
  }
  beforeAll(async () => {
    visited = await startVisited()
    const { platform } = visited
    moderator = await platform.createUser({ roles: ['MODERATOR'] })
    const [busy, quiet] = [await make('The busy one'), await make('The quiet one')]
    const author = platform.as(await platform.createUser())
    const ids: string[] = []
    for (const [asset, body] of [
      [busy, 'one'],
      [busy, 'two'],
      [busy, 'three'],
      [quiet, 'four'],
    ] as const) {
      const { data } = await author.graphql(POST, { input: { asset_id: asset.id, body } })
      ids.push(data!['createComment'].comment.id)
    }
    await platform.as(moderator).graphql(REJECT, { id: ids[0] })
  })
  afterEach(() => expect(visited.complaints).toEqual([]))
  afterAll(() => visited?.[Symbol.asyncDispose]())

  const figure = (page: Page, label: string) => page.locator('.figure', { hasText: label }).locator('dd').textContent()

  test('shows the numbers of the site, as figures, charts and tables', async () => {
    await using desk = await openDesk(visited, moderator, '/admin/dashboard')
    const { page } = desk
    await page.locator('.figure').first().waitFor()
    expect(await figure(page, 'Comments')).toBe('4 ')
    expect(await figure(page, 'Rejected')).toBe('1 25%')
    await expect.poll(() => page.locator('.chart canvas').count()).toBe(3)
    const table = page.getByRole('region', { name: 'Comments a day' })
    await page.getByText('Comments a day as a table').click()
    expect(await table.locator('tbody tr').first().locator('td').allTextContents()).toEqual(['4'])
    expect(await table.locator('tbody tr').count()).toBe(30)
    const busiest = page.getByRole('region', { name: 'Busiest discussions' })
    expect(await busiest.locator('tbody th').allTextContents()).toEqual(['The busy one', 'The quiet one'])
    const moderators = page.getByRole('region', { name: 'Decisions by moderator' })
    expect(await moderators.locator('tbody tr').locator('th, td').allTextContents()).toEqual([
      moderator.user.username,
      '1',
      '0',
      '1',
      expect.any(String),
    ])
  })

  test('the charts are drawn, in the colours of the theme', async () => {
    for (const [colorScheme, colour] of [
      ['light', [10, 95, 85]],
      ['dark', [131, 205, 191]],
    ] as const) {
      await using desk = await openDesk(visited, moderator, '/admin/dashboard?period=week', { colorScheme })
      const canvas = desk.page.locator('.chart canvas').first()
      await canvas.waitFor()
      const has = () =>
        canvas.evaluate((element, [r, g, b]) => {
          const { width, height } = element as HTMLCanvasElement
          const { data } = (element as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height)
          for (let i = 0; i < data.length; i += 4)
            if (data[i] === r && data[i + 1] === g && data[i + 2] === b && data[i + 3] === 255) return true
          return false
        }, colour)
      await expect.poll(has).toBe(true)
    }
  })

  test('the period and the discussion are chosen, and stand in the address', async () => {
    await using desk = await openDesk(visited, moderator, '/admin/dashboard')
    const { page } = desk
    await page.getByRole('button', { name: 'The quiet one' }).click()
    await expect.poll(() => figure(page, 'Comments')).toBe('1 ')
    await page.getByLabel('Period').selectOption('week')
    await page.getByText('Comments a day as a table').click()
    await expect.poll(() => page.locator('.table').first().locator('tbody tr').count()).toBe(7)
    await page.reload()
    await expect.poll(() => figure(page, 'Comments')).toBe('1 ')
    expect(await page.getByLabel('Period').inputValue()).toBe('week')
    await page.locator('.filters input[type="search"]').fill('busy')
    await page.locator('label.wide select').selectOption({ label: 'The busy one' })
    await expect.poll(() => figure(page, 'Comments')).toBe('3 ')
    await page.getByLabel('Period').selectOption('days')
    await page.getByLabel('First day').fill('2020-01-01')
    await page.getByLabel('Last day').fill('2020-01-31')
    await expect.poll(() => figure(page, 'Comments')).toBe('0 ')
    await page.getByText('There are no numbers in this period.').first().waitFor()
  })

  test('a chart says the numbers of a day once it is pointed at, and only its colours before', async () => {
    await using desk = await openDesk(visited, moderator, '/admin/dashboard')
    const chart = desk.page.locator('.chart').first()
    const values = chart.locator('.u-value')
    await expect.poll(() => values.allTextContents()).toEqual(['', ''])
    expect(await chart.locator('.u-series').first().isVisible()).toBe(false)
    await chart.locator('.u-over').hover()
    await expect.poll(async () => (await values.allTextContents()).every(text => text !== '')).toBe(true)
    expect(await chart.locator('.u-series').first().isVisible()).toBe(true)
  })

  test('is accessible, in both themes, in German and on a narrow screen, however long titles are', async () => {
    await make(LONG)
    for (const options of [
      { colorScheme: 'light' },
      { colorScheme: 'dark', locale: 'de-DE', viewport: { width: 320, height: 700 } },
    ] as const) {
      await using desk = await openDesk(visited, moderator, '/admin/dashboard', options)
      await desk.page.locator('.chart canvas').first().waitFor()
      await desk.page.locator('option', { hasText: LONG }).waitFor({ state: 'attached' })
      for (const summary of await desk.page.locator('.behind summary').all()) await summary.click()
      expect(await axeOf(desk.page)).toEqual([])
      expect(await desk.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    }
  })
})

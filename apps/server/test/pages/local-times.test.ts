import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { signInBy } from '../stream/writer.ts'
import { startVisited, type Visited } from './browser.ts'
import { CHROMIUM } from './chromium.ts'

const TIME = new Date('2026-11-21T23:27:00.000Z')

describeWith(CHROMIUM)('times on the pages of the site, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  beforeAll(async () => {
    visited = await startVisited()
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  test.each([
    ['en-US', 'America/New_York', 'Nov 21, 2026, 6:27 PM'],
    ['de-DE', 'Europe/Berlin', '22.11.2026, 00:27'],
  ])('are in the language and the time zone of a reader: %s in %s', async (locale, timezoneId, expected) => {
    const { platform, root } = visited
    const asset = await platform.createAsset()
    await platform.createComment({ asset })
    await platform.services.docstore
      .collection('assets')
      .updateOne({ id: asset.id }, { $set: { last_comment_at: TIME } })
    const admin = await platform.createUser({ roles: ['ADMIN'] })
    await platform.services.docstore
      .collection('users')
      .updateOne({ id: admin.user.id }, { $set: { deletion_at: TIME, last_download_at: TIME } })
    await platform.services.personalTokens.create(admin.user, 'the feed reader')
    const page = await visited.open('about:blank', { locale, timezoneId })
    await signInBy(visited, page, admin)
    for (const path of ['/', '/account', '/account/data', '/account/deletion', '/account/tokens']) {
      await page.goto(root + path)
      const times = await page.locator('main time').allTextContents()
      expect(times.length, path).toBeGreaterThan(0)
      expect(await page.locator('body').textContent(), path).not.toContain('UTC')
      if (path !== '/account/tokens') expect(times, path).toContain(expected)
    }
    await page.context().close()
  })

  test('no page complained', () => {
    expect(visited.complaints).toEqual([])
  })
})

import type { Asset } from '@platform/plugin-sdk'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { signInBy } from './writer.ts'

describeWith(CHROMIUM)('a discussion without script, in Chromium', { timeout: 40_000 }, () => {
  let visited: Visited
  let asset: Asset
  let page: Page
  beforeAll(async () => {
    visited = await startVisited()
    const { platform } = visited
    await platform.services.settings.update({ editCommentWindowLength: 300_000 })
    const [ada, bob] = [await platform.createUser(), await platform.createUser()]
    asset = await platform.createAsset()
    await platform.createComment({ asset, author: bob, body: 'Of another reader' })
    await platform.createComment({ asset, author: ada, body: 'My own' })
    page = await visited.open('about:blank', { javaScriptEnabled: false })
    await signInBy(visited, page, ada)
    await page.goto(`${visited.root}/discussions/${asset.id}`)
  })
  afterAll(async () => {
    await visited?.[Symbol.asyncDispose]()
  })

  const comment = (text: string) => page.locator('.comment > article', { hasText: text })
  const boxOf = async (text: string, selector: string) => (await comment(text).locator(selector).boundingBox())!

  test('no room is kept for actions that only a script can do', async () => {
    const [reply, report] = [await boxOf('Of another reader', '.reply'), await boxOf('Of another reader', '.report')]
    expect(report.x - reply.x - reply.width).toBeLessThan(24)
  })

  test('no countdown stands still', async () => {
    const own = comment('My own')
    expect(await own.locator('.time-left').isVisible()).toBe(false)
    await own.locator('.edit').click()
    await page.locator('textarea').first().waitFor()
    const counted = page.locator('.form-note .needs-script', { hasText: /\d:\d\d/ })
    expect([await counted.count(), await counted.isVisible()]).toEqual([1, false])
    await page.goBack()
  })

  test('the time of a comment and the way to sign out are targets of 24 pixels', async () => {
    expect((await boxOf('My own', '.when')).height).toBeGreaterThanOrEqual(24)
    const signOut = await page.getByRole('button', { name: 'Sign out' }).boundingBox()
    expect(signOut?.height).toBeGreaterThanOrEqual(24)
  })
})

import type { Asset } from '@platform/plugin-sdk'
import type { TestUser } from '@platform/plugin-testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { changeAsset } from '../pages/visit.ts'
import { openAsWriter, signInBy } from './writer.ts'

const REJECT = `mutation ($id: ID!, $reason: String) {
  setCommentStatus(id: $id, status: REJECTED, reason: $reason) { errors { message } }
}`

describeWith(CHROMIUM)('the profile of a reader in the stream, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let asset: Asset
  let ada: TestUser
  beforeAll(async () => {
    visited = await startVisited()
    const { platform } = visited
    ada = await platform.createUser({ username: 'ada' })
    asset = await platform.createAsset({ url: 'http://localhost/canal' })
    await changeAsset(platform, asset, { title: 'The canal' })
    await platform.createComment({ asset, author: ada, body: 'Shown to everybody' })
    await platform.createComment({ asset, author: ada, body: 'Still waiting', status: 'PREMOD' })
    const { id } = await platform.createComment({ asset, author: ada, body: 'Not for this site' })
    const moderator = platform.as(await platform.createUser({ roles: ['MODERATOR'] }))
    await moderator.graphql(REJECT, { id, reason: 'Please keep to the subject.' })
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  const openProfile = (page: Page) => page.locator('.stream-tabs').getByRole('link', { name: 'Profile' }).click()
  const textsIn = (page: Page) => page.locator('.profile-comments .text').allTextContents()

  test('has the own comments in every state, with the reason, and its script is loaded when it is opened', async () => {
    await using reader = await openAsWriter(visited, asset, ada)
    const { page } = reader
    const loaded: string[] = []
    page.on('request', request => loaded.push(new URL(request.url()).pathname))
    await openProfile(page)
    await page.locator('.profile-comments').waitFor()
    expect(loaded.some(path => /\/profile-/.test(path))).toBe(true)
    expect(await textsIn(page)).toEqual(['Not for this site', 'Still waiting', 'Shown to everybody'])
    const [rejected, waiting, shown] = await page.locator('.profile-comments article').all()
    expect(await rejected!.locator('.held').textContent()).toBe(
      'Not published; only you see itThe moderators wrote to you:Please keep to the subject.',
    )
    expect(await rejected!.getByRole('link', { name: 'Show in the discussion' }).count()).toBe(0)
    expect(await waiting!.locator('.held').textContent()).toBe('Waits for a moderator; only you see it')
    expect(await shown!.locator('.held').count()).toBe(0)
    await shown!.getByRole('link', { name: 'Show in the discussion' }).click()
    await page.locator('.comment article', { hasText: 'Shown to everybody' }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/\/comments\//)
    expect(visited.complaints).toEqual([])
  })

  test('is what the server draws at its address, without script too, and nothing is read again for it', async () => {
    const plain = await visited.open('about:blank', { javaScriptEnabled: false })
    await signInBy(visited, plain, ada)
    await plain.goto(`${visited.root}/discussions/${asset.id}?tab=profile`)
    expect(await textsIn(plain)).toEqual(['Not for this site', 'Still waiting', 'Shown to everybody'])
    await plain.context().close()
    const page = await visited.open('about:blank')
    await signInBy(visited, page, ada)
    await page.goto(`${visited.root}/discussions/${asset.id}?tab=profile`)
    await page.locator('.stream.alive').waitFor()
    expect(await textsIn(page)).toEqual(['Not for this site', 'Still waiting', 'Shown to everybody'])
    await page.context().close()
    expect(visited.complaints).toEqual([])
  })

  test('shows older comments by a click, which moves the focus to the first of them', async () => {
    const { platform } = visited
    const many = await platform.createUser()
    const own = await platform.createAsset()
    for (let number = 0; number < 25; number++)
      await platform.createComment({ asset: own, author: many, body: `No ${number}.` })
    await using reader = await openAsWriter(visited, own, many)
    const { page } = reader
    await openProfile(page)
    await page.locator('.profile-comments').waitFor()
    expect(await page.locator('.profile-comments > li').count()).toBe(20)
    await page.getByRole('link', { name: 'Older comments' }).press('Enter')
    await expect.poll(() => page.locator('.profile-comments > li').count()).toBe(25)
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.querySelector('.text')?.textContent))
      .toBe('No 4.')
    expect(await page.getByRole('link', { name: 'Older comments' }).count()).toBe(0)
  })

  test('says when it could not be read, and can be asked for again', async () => {
    await using reader = await openAsWriter(visited, asset, ada)
    const { page } = reader
    const fail = (route: import('playwright-core').Route) => route.abort()
    await openProfile(page)
    await page.locator('.profile-comments').waitFor()
    await page.locator('.stream-tabs').getByRole('link', { name: 'Comments' }).click()
    await page.route('**/graph/ql', fail)
    await openProfile(page)
    await page.getByText('This could not be loaded.').waitFor()
    await page.unroute('**/graph/ql', fail)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => page.getByText('This could not be loaded.').count()).toBe(0)
    expect(await textsIn(page)).toContain('Shown to everybody')
  })

  test('of a user who signs out is gone from the page [X17]', async () => {
    const page = await visited.open('about:blank')
    const leaving = await visited.platform.createUser()
    await visited.platform.createComment({ asset, author: leaving, body: 'Only mine', status: 'PREMOD' })
    await signInBy(visited, page, leaving)
    await page.goto(`${visited.root}/embed/stream?asset_id=${asset.id}`)
    await page.locator('.stream-tabs').waitFor()
    await openProfile(page)
    await page.locator('.profile-comments').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.locator('.profile').waitFor({ state: 'detached' })
    expect(await page.locator('#platform-stream').textContent()).not.toContain('Only mine')
    await page.context().close()
  })

  test('leads from a frame to the pages that the comments are about, outside of the frame', async () => {
    const page = await visited.open('about:blank')
    await signInBy(visited, page, ada)
    await page.goto(`${visited.root}/embed/stream?asset_id=${asset.id}`)
    await openProfile(page)
    const link = page.locator('.profile-title').first()
    expect([await link.getAttribute('href'), await link.getAttribute('target')]).toEqual([asset.url, '_top'])
    await page.context().close()
  })
})

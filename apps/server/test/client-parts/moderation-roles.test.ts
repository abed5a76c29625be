import type { Comment } from '@platform/plugin-sdk'
import { loadStreamBuild, withParts } from '@platform/stream'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { refusals } from '../moderation/operations.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { HOSTILE } from '../pages/hostile.ts'
import { importUser } from '../pages/visit.ts'
import { openAsWriter, signInBy } from '../stream/writer.ts'

const ROLES = ['COMMENTER', 'STAFF', 'MODERATOR', 'ADMIN'] as const
/** What the menu sends about a comment and about its author. */
const ABOUT_COMMENT = ['setCommentStatus(id: $id, status: REJECTED)', 'takeBackDecision(id: $id)']
const ABOUT_AUTHOR = [
  'banUser(input: { id: $id, message: "" })',
  'unbanUser(input: { id: $id })',
  `suspendUser(input: { id: $id, message: "", until: "${new Date(Date.now() + 3_600_000).toISOString()}" })`,
  'unsuspendUser(input: { id: $id })',
  'alwaysPremodUser(input: { id: $id })',
  'removeAlwaysPremodUser(input: { id: $id })',
  'removeAvatar(id: $id)',
]

describeWith(CHROMIUM)('who moderates where they read, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  beforeAll(async () => {
    const streamBuild = withParts(await loadStreamBuild(), ['platform-plugin-moderation-actions'])
    visited = await startVisited({ streamBuild })
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  const menuIn = (page: Page) => page.locator('.moderation-menu').first()
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim())

  test('only moderators and administrators find the menu and the way to the panel, and the server takes no decision of others', async () => {
    const { platform } = visited
    const asset = await platform.createAsset()
    for (const role of ROLES) {
      const author = await platform.createUser()
      const { id } = await platform.createComment({ asset, author })
      const user = await platform.createUser({ roles: [role] })
      const may = role === 'MODERATOR' || role === 'ADMIN'
      await using desk = await openAsWriter(visited, asset, user)
      await desk.page.locator('.stream.known').waitFor()
      const links = await desk.page
        .getByRole('link', { name: 'Moderate this discussion' })
        .evaluateAll(found => found.map(link => link.getAttribute('href')))
      expect([role, links]).toEqual([role, may ? [`/admin/moderate/${asset.id}`] : []])
      expect([role, (await menuIn(desk.page).count()) > 0]).toEqual([role, may])
      const refused: (string[] | null)[] = []
      for (const mutation of ABOUT_COMMENT) refused.push(await refusals(platform.as(user), mutation, { id }))
      for (const mutation of ABOUT_AUTHOR)
        refused.push(await refusals(platform.as(user), mutation, { id: author.user.id }))
      const expected = may ? null : ['NOT_AUTHORIZED']
      expect([role, refused]).toEqual([role, [...ABOUT_COMMENT, ...ABOUT_AUTHOR].map(() => expected)])
    }
  })

  test('in the frame of another site the way to the panel opens a tab of its own', async () => {
    const { platform, root } = visited
    const asset = await platform.createAsset()
    const page = await visited.open('about:blank')
    await signInBy(visited, page, await platform.createUser({ roles: ['MODERATOR'] }))
    await page.goto(`${root}/embed/stream?asset_id=${asset.id}&lang=de`)
    const link = page.getByRole('link', { name: 'Diese Diskussion moderieren' })
    expect(await link.getAttribute('href')).toBe(`/admin/moderate/${asset.id}?lang=de`)
    expect([await link.getAttribute('target'), await link.getAttribute('rel')]).toEqual(['_blank', 'noopener'])
    await page.context().close()
  })

  test('everything is done by the keyboard', async () => {
    const { platform } = visited
    const asset = await platform.createAsset()
    const author = await platform.createUser()
    const { id } = await platform.createComment({ asset, author, body: 'rude words' })
    await using desk = await openAsWriter(visited, asset, await platform.createUser({ roles: ['MODERATOR'] }))
    const { page } = desk
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await menuIn(page).locator('summary').first().focus()
    await press('Enter')
    await menuIn(page).getByRole('button', { name: 'Approve' }).waitFor()
    await press('Tab')
    expect(await focused(page)).toBe('Approve')
    await press('Tab', 'Tab')
    expect(await focused(page)).toBe('Reject with a reason …')
    await press('Escape')
    expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Moderate this comment')
    expect(await menuIn(page).getAttribute('open')).toBeNull()
    await press('Space')
    await menuIn(page).getByRole('button', { name: 'Approve' }).waitFor()
    await press('Tab', 'Tab', 'Tab', 'Enter', 'Tab', 'ArrowDown', 'Tab', 'Tab', 'Enter')
    await page.locator('.tombstone').waitFor()
    expect(await focused(page)).toBe('Undo')
    expect(await page.locator('.rejection-reason').textContent()).toBe('The reason: Your comment insults others.')
    await press('Enter')
    await page.getByText('rude words').waitFor()
    expect((await platform.services.docstore.collection<Comment>('comments').findOne({ id }))?.status).toBe('NONE')
  })

  test('names of authors that try to become markup or to turn the text round do neither', async () => {
    const { platform } = visited
    const moderator = await platform.createUser({ roles: ['MODERATOR'] })
    for (const username of [...HOSTILE.slice(0, 6), '\u202Ereversed']) {
      const asset = await platform.createAsset()
      const author = await importUser(platform, `${username} ${asset.id.slice(0, 8)}`)
      await platform.createComment({ asset, author })
      await using desk = await openAsWriter(visited, asset, moderator, { viewport: { width: 320, height: 700 } })
      const { page } = desk
      await menuIn(page).locator('summary').first().click()
      const entry = menuIn(page).locator('.menu-more > summary').last()
      expect(await entry.textContent()).toBe(`Ban \u2068${author.user.username}\u2069 …`)
      await entry.click()
      await menuIn(page).locator('.menu-more[open]').getByLabel('Also reject the comment').uncheck()
      await menuIn(page).locator('.menu-more[open] button').click()
      await page.getByText(`\u2068${author.user.username}\u2069 is banned.`).first().waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    }
    expect(visited.complaints).toEqual([])
  })
})

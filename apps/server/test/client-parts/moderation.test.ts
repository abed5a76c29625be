import type { Tag } from '@platform/plugin-sdk'
import type { TestUser } from '@platform/plugin-testing'
import { loadStreamBuild, withParts } from '@platform/stream'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { mailsTo } from '../accounts/letters.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { untilDrawn } from '../stream/until-drawn.ts'
import { openAsWriter, openFollowing } from '../stream/writer.ts'

const PART = 'platform-plugin-moderation-actions'

describeWith(CHROMIUM)('moderators in a discussion, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  beforeAll(async () => {
    const tags: Tag[] = [
      { name: 'PICKED', permissions: { roles: ['MODERATOR'] }, models: ['COMMENTS'], created_at: new Date(0) },
    ]
    visited = await startVisited({ plugins: [{ tags }], streamBuild: withParts(await loadStreamBuild(), [PART]) })
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  async function makeThread() {
    const { platform } = visited
    const asset = await platform.createAsset()
    const author = await platform.createUser()
    const comment = await platform.createComment({ asset, author, body: 'rude words' })
    const moderator = await platform.createUser({ roles: ['MODERATOR'] })
    return { asset, author, comment, moderator, platform }
  }
  const menuIn = (page: Page) => page.locator('.moderation-menu').first()
  async function choose(page: Page, name: string | RegExp): Promise<void> {
    await menuIn(page).locator('summary').first().click()
    await menuIn(page).getByRole('button', { name, exact: true }).click()
  }
  /** Opens a part of the menu that has a form. */
  async function unfold(page: Page, name: RegExp) {
    await menuIn(page).locator('summary').first().click()
    await menuIn(page).locator('.menu-more > summary', { hasText: name }).click()
    return menuIn(page).locator('.menu-more[open] form')
  }
  const READ = `query ($id: ID!) { comment(id: $id) {
    status rejection_reason tags { tag { name } }
    moderation { author { banned suspendedUntil alwaysPremod } }
  } }`
  async function stored(moderator: TestUser, id: string): Promise<Record<string, any>> {
    const { data } = await visited.platform.as(moderator).graphql<{ comment: object }>(READ, { id })
    return data!.comment
  }

  test('reject a comment where they read it, for all readers at once, and take it back', async () => {
    const { asset, comment, moderator } = await makeThread()
    await using desk = await openAsWriter(visited, asset, moderator)
    await openFollowing(desk.page)
    const reader = await visited.open(`/discussions/${asset.id}`)
    await openFollowing(reader)
    await choose(desk.page, 'Reject')
    for (const page of [desk.page, reader]) await page.locator('.tombstone').waitFor()
    expect(await reader.getByRole('button', { name: 'Undo' }).count()).toBe(0)
    expect(await desk.page.evaluate(() => document.activeElement?.textContent)).toBe('Undo')
    await desk.page.keyboard.press('Enter')
    for (const page of [desk.page, reader]) await page.getByText('rude words').waitFor()
    expect(await reader.locator('h2#stream-title').textContent()).toBe('1 comment')
    // No moderator has said that it is good.
    expect((await stored(moderator, comment.id))['status']).toBe('NONE')
    expect(visited.complaints).toEqual([])
    await reader.context().close()
  })

  test('approve a comment, and see that it is approved', async () => {
    const { asset, moderator, comment } = await makeThread()
    await using desk = await openAsWriter(visited, asset, moderator)
    await choose(desk.page, 'Approve')
    await expect.poll(async () => (await stored(moderator, comment.id))['status']).toBe('ACCEPTED')
    await desk.page.getByText('The comment is approved.').first().waitFor()
    await menuIn(desk.page).locator('summary').first().click()
    await expect.poll(() => menuIn(desk.page).getByRole('button', { name: 'Approved' }).isDisabled()).toBe(true)
  })

  test.each([
    ['ban', /^Ban/, 'banned'],
    ['suspend', /^Suspend/, 'suspended'],
  ])('%s the author with a mail, which rejects the comment', async (kind, button, state) => {
    const { asset, author, comment, moderator, platform } = await makeThread()
    await using desk = await openAsWriter(visited, asset, moderator)
    const form = await unfold(desk.page, button)
    await form.locator('textarea').fill('Please read our rules.')
    if (kind === 'suspend') await form.locator('select').selectOption({ label: '24 hours' })
    await form.getByRole('button', { name: button }).click()
    await desk.page.locator('.tombstone').waitFor()
    expect(await desk.page.getByText(new RegExp(`is ${state}`)).count()).toBeGreaterThan(0)
    const { banned, suspendedUntil } = (await stored(moderator, comment.id))['moderation'].author
    expect([banned, suspendedUntil !== null]).toEqual([kind === 'ban', kind === 'suspend'])
    platform.clock.advance(10_000)
    const mails = await mailsTo(platform, `${author.user.username}@test.example`)
    expect(mails.some(({ text }) => text.includes('Please read our rules.'))).toBe(true)
  })

  test('have no menu as readers, load nothing of it before it is opened, and have no ban for themselves', async () => {
    const { asset, author, moderator, platform } = await makeThread()
    await using other = await openAsWriter(visited, asset, author)
    await untilDrawn(other.page)
    expect(await other.page.locator('.moderation-menu').count()).toBe(0)
    await platform.createComment({ asset, author: moderator, body: 'from a moderator' })
    await using desk = await openAsWriter(visited, asset, moderator)
    const loaded: string[] = []
    desk.page.on('request', request => loaded.push(request.url()))
    expect(await desk.page.locator('.moderation-menu').count()).toBe(2)
    expect(loaded.filter(address => address.includes('decisions'))).toEqual([])
    await menuIn(desk.page).locator('summary').click()
    await menuIn(desk.page).getByRole('button', { name: 'Reject', exact: true }).waitFor()
    expect(loaded.filter(address => address.includes('decisions'))).toHaveLength(1)
    expect(await menuIn(desk.page).getByText(/^Ban/).count()).toBe(0)
  })
})

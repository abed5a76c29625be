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
    visited = await startVisited({ streamBuild: withParts(await loadStreamBuild(), [PART]) })
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
    await menuIn(page).locator('summary').click()
    await menuIn(page).getByRole('button', { name }).click()
  }

  test('reject a comment where they read it, for all readers at once, and take it back', async () => {
    const { asset, moderator } = await makeThread()
    await using desk = await openAsWriter(visited, asset, moderator)
    const reader = await visited.open(`/discussions/${asset.id}`)
    await openFollowing(reader)
    await choose(desk.page, 'Reject')
    for (const page of [desk.page, reader]) await page.locator('.tombstone').waitFor()
    expect(await reader.getByRole('button', { name: 'Undo' }).count()).toBe(0)
    await desk.page.getByRole('button', { name: 'Undo' }).click()
    for (const page of [desk.page, reader]) await page.getByText('rude words').waitFor()
    expect(visited.complaints).toEqual([])
    await reader.context().close()
  })

  test('approve a comment, and see that it is approved', async () => {
    const { asset, moderator, platform, comment } = await makeThread()
    await using desk = await openAsWriter(visited, asset, moderator)
    await choose(desk.page, 'Approve')
    const statusOf = async () =>
      (await platform.as(moderator).graphql('query ($id: ID!) { comment(id: $id) { status } }', { id: comment.id }))
        .data
    await expect.poll(statusOf).toEqual({ comment: { status: 'ACCEPTED' } })
    await menuIn(desk.page).locator('summary').click()
    await expect.poll(() => menuIn(desk.page).getByRole('button', { name: 'Approved' }).isDisabled()).toBe(true)
  })

  test.each([
    ['ban', /^Ban/, 'banned'],
    ['suspend', /^Suspend/, 'suspended'],
  ])('%s the author with a mail, which rejects the comment', async (kind, button, state) => {
    const { asset, author, moderator, platform } = await makeThread()
    await using desk = await openAsWriter(visited, asset, moderator)
    await choose(desk.page, button)
    const form = desk.page.locator('.moderation-form')
    await form.locator('textarea').fill('Please read our rules.')
    if (kind === 'suspend') await form.locator('select').selectOption('24')
    await form.getByRole('button', { name: button }).click()
    await desk.page.locator('.tombstone').waitFor()
    expect(await desk.page.getByText(new RegExp(`is ${state}`)).count()).toBeGreaterThan(0)
    const { data } = await platform
      .as(moderator)
      .graphql(`query ($id: ID!) { user(id: $id) { state { status { banned { status } suspension { until } } } } }`, {
        id: author.user.id,
      })
    const { status } = (
      data as { user: { state: { status: { banned: { status: boolean }; suspension: { until: string | null } } } } }
    ).user.state
    expect([status.banned.status, status.suspension.until !== null]).toEqual([kind === 'ban', kind === 'suspend'])
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
    await menuIn(desk.page).getByRole('button', { name: 'Reject' }).waitFor()
    expect(loaded.filter(address => address.includes('decisions'))).toHaveLength(1)
    expect(await menuIn(desk.page).getByRole('button', { name: /^Ban/ }).count()).toBe(0)
  })
})

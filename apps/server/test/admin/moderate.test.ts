import type { TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { openDesk } from './desk.ts'

describeWith(CHROMIUM)('the moderation screen, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let moderator: TestUser
  beforeAll(async () => {
    visited = await startVisited()
    await visited.platform.services.settings.update({ moderation: 'PRE' })
  })
  beforeEach(async () => {
    moderator = await visited.platform.createUser({ roles: ['MODERATOR'] })
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  async function write(...bodies: string[]) {
    const asset = await visited.platform.createAsset()
    const author = await visited.platform.createUser()
    const comments = []
    for (const body of bodies) comments.push(await visited.platform.createComment({ asset, author, body }))
    return { asset, author, comments }
  }
  const statusOf = async (id: string) => {
    const { data } = await visited.platform
      .as(moderator)
      .graphql<{ comment: { status: string } }>('query ($id: ID!) { comment(id: $id) { status } }', { id })
    return data!.comment.status
  }

  test('opens with what waits, and a moderator approves and rejects it by keys', async () => {
    const { asset, comments } = await write('The first', 'The second', 'The third')
    await using desk = await openDesk(visited, moderator, `/admin/moderate/${asset.id}`)
    await desk.card('The third').waitFor()
    expect(await desk.bodies()).toEqual(['The third', 'The second', 'The first'])
    await desk.page.keyboard.press('j')
    await desk.page.keyboard.press('d')
    await expect.poll(() => statusOf(comments[2]!.id)).toBe('ACCEPTED')
    await desk.page.keyboard.press('f')
    await expect.poll(() => statusOf(comments[1]!.id)).toBe('REJECTED')
    expect(await desk.bodies()).toEqual(['The first'])
    await desk.page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => statusOf(comments[1]!.id)).toBe('PREMOD')
    await expect.poll(() => desk.bodies()).toEqual(['The second', 'The first'])
    expect(visited.complaints).toEqual([])
  })

  test('signing out ends the session in every tab', async () => {
    await using desk = await openDesk(visited, moderator)
    const other = await desk.page.context().newPage()
    await other.goto(`${visited.root}/admin/moderate/all`)
    await other.locator('.panel-header').waitFor()
    await desk.page.locator('.account-menu > summary').click()
    await desk.page.getByRole('button', { name: 'Sign out', exact: true }).click()
    for (const page of [desk.page, other]) await page.waitForURL(/\/sign-in\?next=/)
    expect(new URL(other.url()).searchParams.get('next')).toBe('/admin/moderate/all')
  })
})

import type { Asset, Comment, User } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { loadStreamBuild, withParts } from '@platform/stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { HOSTILE } from '../pages/hostile.ts'
import { post } from '../pages/visit.ts'
import { openAsWriter, signInBy } from '../stream/writer.ts'

const MODERATION = 'platform-plugin-moderation-actions'
const OTHERS = ['author-menu', 'ignore-user', 'member-since', 'permalink', 'profile-data']
const PARTS = [MODERATION, ...OTHERS.map(name => `platform-plugin-${name}`)]

describe('the forms of client parts', () => {
  let platform: TestPlatform
  let asset: Asset
  let comment: Comment
  let moderator: TestUser
  beforeAll(async () => {
    platform = await createTestPlatform({ streamBuild: withParts(await loadStreamBuild(), [MODERATION]) })
    moderator = await platform.createUser({ roles: ['MODERATOR'] })
  })
  beforeEach(async () => {
    asset = await platform.createAsset()
    comment = await platform.createComment({ asset, body: 'as it was' })
  })
  afterAll(() => platform[Symbol.asyncDispose]())

  const form = (mutation: string) => `/discussions/${asset.id}/parts/${MODERATION}/${mutation}`
  const stored = () => platform.services.docstore.collection<Comment>('comments').findOne({ id: comment.id })

  test('are not accepted from another site [C01, C02]', async () => {
    const fields = { variables: JSON.stringify({ id: comment.id }), comment: comment.id }
    for (const origin of ['https://evil.example', 'null'])
      expect((await post(platform, form('reject'), fields, { user: moderator, origin })).status).toBe(403)
    expect((await stored())?.status).toBe('NONE')
    expect((await post(platform, form('reject'), fields, { user: moderator })).status).toBe(303)
    expect((await stored())?.status).toBe('REJECTED')
  })

  test('give a reader no more rights than the API [R01]', async () => {
    const reader = await platform.createUser()
    const fields = { variables: JSON.stringify({ id: comment.id }) }
    for (const mutation of ['approve', 'reject', 'takeBack'])
      expect([mutation, (await post(platform, form(mutation), fields, { user: reader })).status]).toEqual([
        mutation,
        403,
      ])
    expect((await stored())?.status).toBe('NONE')
  })

  test.each([
    ['nothing', ''],
    ['half of an object', '{'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a text', '"text"'],
    ['an operator of a store', '{"id": {"$gt": ""}}'],
    ['a list in place of a text', '{"id": ["a", "b"]}'],
    ['a prototype', '{"__proto__": {"id": "x"}}'],
    ['lists in lists', `{"id": ${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
    ['an enormous text', `{"id": "${'x'.repeat(80_000)}"}`],
  ])('refuse %s as variables, and change nothing [N01, N15]', async (_what, variables) => {
    const { status } = await post(platform, form('reject'), { variables }, { user: moderator })
    expect(status).toBe(400)
    expect((await stored())?.status).toBe('NONE')
    expect(({} as Record<string, unknown>)['id']).toBeUndefined()
  })

  test.each(['nothing', 'constructor', '../approve', 'reject%00', 'x'.repeat(201)])(
    'there is none for the mutation %j [N15]',
    async mutation => {
      const fields = { variables: JSON.stringify({ id: comment.id }), mutation }
      expect((await post(platform, form('reject'), fields, { user: moderator })).status).toBeGreaterThanOrEqual(400)
      expect((await stored())?.status).toBe('NONE')
    },
  )
})

describeWith(CHROMIUM)('hostile texts in client parts', { timeout: 90_000 }, () => {
  const ALL = HOSTILE.join(' ')
  let visited: Visited
  let asset: Asset
  let moderator: TestUser
  let author: TestUser
  beforeAll(async () => {
    visited = await startVisited({ streamBuild: withParts(await loadStreamBuild(), PARTS) })
    const { platform } = visited
    asset = await platform.createAsset()
    moderator = await platform.createUser({ roles: ['MODERATOR'] })
    author = await platform.createUser()
    const users = platform.services.docstore.collection<User>('users')
    await users.updateOne({ id: author.user.id }, { $set: { username: HOSTILE[1]! } })
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  test('stand as texts in the menus of moderators, and in what authors and readers see of a rejection [X02]', async () => {
    const { platform, root } = visited
    await platform.createComment({ asset, author, body: ALL })
    await platform.createComment({ asset, author, body: `Another one. ${ALL}` })
    await using desk = await openAsWriter(visited, asset, moderator)
    const menu = desk.page.locator('.moderation-menu').first()
    await menu.locator('summary').first().click()
    await menu.locator('summary', { hasText: 'Ban' }).getByText(HOSTILE[1]!).waitFor()
    await menu.locator('.menu-more > summary', { hasText: 'Reject with a reason' }).click()
    const form = menu.locator('.menu-more[open] form')
    await form.locator('textarea').fill(HOSTILE.slice(0, 6).join(' '))
    await form.getByRole('button').click()
    await desk.page.locator('.tombstone').waitFor()

    const own = await visited.open('about:blank')
    await signInBy(visited, own, author)
    await own.goto(`${root}/discussions/${asset.id}?tab=profile`)
    await own.getByText(HOSTILE[0]!).first().waitFor()
    await own.locator('.author-menu, .profile').first().waitFor()
    const reader = await visited.open(`/discussions/${asset.id}`)
    await reader.locator('.author-menu > summary').click()
    await reader.locator('.author-menu .menu-body').getByText(/since/i).waitFor()
    expect(await reader.locator('.author-menu > summary').textContent()).toContain(HOSTILE[1]!)
    for (const page of [desk.page, own, reader]) {
      expect(
        await page.locator('.stream').locator('script, iframe, svg[onload], img[onerror], base, meta').count(),
      ).toBe(0)
      await page.context().close()
    }
    expect(visited.complaints).toEqual([])
  })
})

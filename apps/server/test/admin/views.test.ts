import type { TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { axeOf } from '../pages/axe.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { openDesk } from './desk.ts'

/** Each view, with what is seen once it is drawn. */
const VIEWS: readonly (readonly [path: string, drawn: string])[] = [
  ['/admin/community/people', '.row'],
  ['/admin/community/flagged', '.row'],
  ['/admin/community/invitations', '.row'],
  ['/admin/stories', '.row'],
  ['/admin/stories/seen', '.parts'],
]

describeWith(CHROMIUM)('every view of the panel, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let admin: TestUser
  /** The addresses of views that show one thing. */
  const addresses = new Map<string, string>()
  beforeAll(async () => {
    visited = await startVisited()
    admin = await visited.platform.createUser({ roles: ['ADMIN'] })
    const { platform } = visited
    const { user } = await platform.createUser()
    await platform
      .as(await platform.createUser())
      .graphql('mutation ($flag: CreateFlagInput!) { createFlag(flag: $flag) { errors { translation_key } } }', {
        flag: { item_id: user.id, item_type: 'USERS', reason: 'USERNAME_OFFENSIVE', message: 'That is rude' },
      })
    await platform
      .as(admin)
      .graphql('mutation ($input: InviteUserInput!) { inviteUser(input: $input) { errors { translation_key } } }', {
        input: { email: 'mona@test.example', role: 'COMMENTER' },
      })
    const { id } = await platform.createAsset()
    addresses.set('/admin/stories/seen', `/admin/stories/${id}`)
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  test.each(VIEWS)('%s has nothing for axe to find, in both themes', async (path, drawn) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await using desk = await openDesk(visited, admin, addresses.get(path) ?? path, { colorScheme })
      await desk.page.locator(drawn).first().waitFor()
      expect([colorScheme, await axeOf(desk.page)]).toEqual([colorScheme, []])
    }
  })

  test.each(VIEWS)('%s fits a screen of 320 pixels, in German', async (path, drawn) => {
    await using desk = await openDesk(visited, admin, addresses.get(path) ?? path, {
      viewport: { width: 320, height: 640 },
      locale: 'de',
    })
    await desk.page.locator(drawn).first().waitFor()
    expect(await desk.page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    expect(await desk.page.locator('html').getAttribute('lang')).toBe('de')
  })
})

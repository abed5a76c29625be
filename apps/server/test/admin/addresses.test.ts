import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform?.[Symbol.asyncDispose]())

const VIEWS = [
  '/admin',
  '/admin/moderate',
  '/admin/moderate/reported',
  '/admin/moderate/reported/some-discussion',
  '/admin/moderate/some-discussion',
  '/admin/stories',
  '/admin/community/flagged',
  '/admin/community/people',
  '/admin/configure/stream',
  '/admin/configure/moderation',
  '/admin/configure/tech',
  '/admin/configure/organization',
  '/admin/plugins',
  '/admin/dashboard',
]

test.each(['MODERATOR', 'ADMIN'] as const)(
  'every address of the panel answers a user with the role %s, and 403 where it is for administrators [R01]',
  async role => {
    const user = await platform.createUser({ roles: [role], username: `Ada_${role}` })
    for (const path of VIEWS) {
      const answer = await platform.as(user).http(path)
      const isRefused = role === 'MODERATOR' && /^\/admin\/(?:configure|plugins)/.test(path)
      expect([path, answer.status]).toEqual([path, isRefused ? 403 : 200])
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
      expect(await answer.text()).toContain(`"username":"Ada_${role}"`)
    }
  },
)

test('the panel can’t be framed, and has no script or style in its page [O13]', async () => {
  const moderator = await platform.createUser({ roles: ['MODERATOR'] })
  const answer = await platform.as(moderator).http('/admin')
  const policy = String(answer.headers.get('content-security-policy'))
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/unsafe-(?:inline|eval)/)
  const page = await answer.text()
  expect(page).not.toMatch(/ style=|<style|<script(?![^>]*(?:src=|type="application\/json"))/)
  expect([...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address![0])).toEqual(['/', '/', '/'])
})

test('a visitor who is not signed in is led to sign in, and back to the view', async () => {
  for (const path of ['/admin/moderate/reported', '/admin/community/people?value=ada&role=STAFF']) {
    const answer = await platform.http(path)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/sign-in?next=${encodeURIComponent(path)}`])
  }
})

test.each(['COMMENTER', 'STAFF'] as const)(
  'a user with the role %s reads that the panel is for moderators',
  async role => {
    const user = await platform.createUser({ roles: [role] })
    const answer = await platform.as(user).http('/admin/moderate', { headers: { accept: 'text/html' } })
    expect(answer.status).toBe(403)
    expect(await answer.text()).toContain('The admin panel is for the moderators and administrators of this site')
  },
)

test('an address that no view has is not found', async () => {
  const admin = await platform.createUser({ roles: ['ADMIN'] })
  for (const path of ['/admin/nothing', '/admin/moderate/all/1/2', '/admin/plugins/one'])
    expect([path, (await platform.as(admin).http(path)).status]).toEqual([path, 404])
})

test('the style sheet that an administrator sets for the panel is loaded, and allowed by its origin', async () => {
  const admin = await platform.createUser({ roles: ['ADMIN'] })
  await platform.services.settings.update({ customAdminCssUrl: 'https://styles.example/panel.css' })
  const answer = await platform.as(admin).http('/admin')
  expect(await answer.text()).toContain('<link rel="stylesheet" href="https://styles.example/panel.css"/>')
  expect(String(answer.headers.get('content-security-policy'))).toMatch(/style-src [^;]*https:\/\/styles\.example/)
})

import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { post, visit } from './visit.ts'

const fields = async (platform: TestPlatform, changes: Record<string, string> = {}) => ({
  token: await platform.services.setupToken.issue(),
  organizationName: 'The Canal Post',
  organizationContactEmail: 'desk@canal.example',
  email: 'chief@canal.example',
  username: 'chief',
  password: 'a long enough password',
  ...changes,
})

test('the form makes the first administrator, names the site and signs in', async () => {
  await using platform = await createTestPlatform()
  expect((await visit(platform, '/admin/install')).html).toContain('name="token"')
  const done = await post(platform, '/admin/install', await fields(platform))
  expect(done.status).toBe(303)
  expect(done.headers.get('location')).toBe('/admin/setup')
  const cookie = done.headers.get('set-cookie')!.split(';')[0]!
  const home = await (await platform.http('/', { headers: { cookie } })).text()
  expect(home).toContain('<bdi>The Canal Post</bdi>')
  expect(home).toContain('<bdi>chief</bdi>')
  expect((await platform.services.users.findByEmail('chief@canal.example'))!.roles).toEqual(['ADMIN'])
  expect((await visit(platform, '/admin/install')).html).toContain('set up already')
  await post(platform, '/admin/install', await fields(platform, { email: 'second@canal.example', username: 'second' }))
  expect(await platform.services.users.findByEmail('second@canal.example')).toBeNull()
})

test('the form sets the domains on which discussions may be opened', async () => {
  await using platform = await createTestPlatform()
  const domains = 'news.example, https://www.news.example/start\n news.example'
  expect((await visit(platform, '/admin/install')).html).toContain('name="domains"')
  expect((await post(platform, '/admin/install', await fields(platform, { domains }))).status).toBe(303)
  expect((await platform.services.settings.load()).domains.whitelist).toEqual(['news.example', 'www.news.example'])
})

test('a wrong token makes no account', async () => {
  await using platform = await createTestPlatform()
  const page = await post(platform, '/admin/install', await fields(platform, { token: 'guessed' }))
  expect(page.status).toBe(401)
  expect(page.html).toContain('id="token-problem"')
  expect(page.html).toContain('value="chief@canal.example"')
  expect(page.html).not.toContain('a long enough password')
  expect(await platform.services.users.hasAdministrator()).toBe(false)
})

test('one answer names every problem, each beside its field', async () => {
  await using platform = await createTestPlatform()
  const page = await post(
    platform,
    '/admin/install',
    await fields(platform, {
      organizationContactEmail: 'nowhere',
      email: 'nobody',
      username: 'the chief',
      password: 'short',
    }),
  )
  expect(page.status).toBe(400)
  expect(
    ['organizationContactEmail', 'email', 'username', 'password', 'token', 'organizationName'].filter(name =>
      page.html.includes(`id="${name}-problem"`),
    ),
  ).toEqual(['organizationContactEmail', 'email', 'username', 'password'])
  expect(await platform.services.users.hasAdministrator()).toBe(false)
})

test.each([
  ['domains', { domains: '*.news.example' }],
  ['organizationContactEmail', { organizationContactEmail: 'nowhere' }],
  ['username', { username: 'the chief' }],
  ['password', { password: 'short' }],
])('a wrong %s is told beside the field, and the site can still be set up', async (name, changes) => {
  await using platform = await createTestPlatform()
  const page = await post(platform, '/admin/install', await fields(platform, changes))
  expect(page.status).toBe(400)
  expect(page.html).toContain(`id="${name}-problem"`)
  expect(page.html).toMatch(/<input type="hidden" name="token" value="[\w-]{32}"/)
  expect((await post(platform, '/admin/install', await fields(platform))).status).toBe(303)
})

test('with set-up locked there is no form, and the form does nothing', async () => {
  await using platform = await createTestPlatform({ env: { PLATFORM_INSTALL_LOCK: 'TRUE' } })
  expect((await visit(platform, '/admin/install')).html).not.toContain('name="token"')
  await post(platform, '/admin/install', await fields(platform))
  expect(await platform.services.users.hasAdministrator()).toBe(false)
})

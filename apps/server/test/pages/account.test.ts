import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailsTo, PASSWORD, send, tokenOf } from '../accounts/letters.ts'
import { post, visit } from './visit.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform({ now: new Date('2026-03-01T12:00:00.000Z') })
})
afterAll(() => platform[Symbol.asyncDispose]())

const follow = async (page: { headers: Headers }, user: TestUser) =>
  (await visit(platform, page.headers.get('location')!, user)).html
const linked = (html: string) => [...html.matchAll(/href="(\/account\/[a-z]+)"/g)].map(([, path]) => path!)

test('one page leads to everything a user can do about their account, and every link has its page', async () => {
  const reader = await platform.createUser({ username: 'Reader' })
  const administrator = await platform.createUser({ roles: ['ADMIN'] })
  const { html } = await visit(platform, '/account', reader)
  expect(html).toContain('reader@test.example')
  expect(linked(html)).toEqual([
    '/account/comments',
    '/account/username',
    '/account/email',
    '/account/password',
    '/account/sessions',
    '/account/ignored',
    '/account/data',
    '/account/deletion',
  ])
  expect(linked((await visit(platform, '/account', administrator)).html)).toContain('/account/tokens')
  for (const path of [...linked(html), '/account/tokens'])
    expect([path, (await visit(platform, path, administrator)).status]).toEqual([path, 200])
  expect((await visit(platform, '/account/tokens', reader)).status).toBe(403)
  expect((await visit(platform, '/account?done=constructor', reader)).html).not.toContain('role="status"')
})

test('the e-mail address is changed by a form, and it is said that a mail was sent [U14]', async () => {
  const mover = await platform.createUser({ username: 'Mover' })
  const wrong = await post(
    platform,
    '/account/email',
    { email: 'moved@test.example', oldPassword: 'a wrong password' },
    { user: mover },
  )
  expect([
    wrong.status,
    wrong.html.includes('id="oldPassword-problem"'),
    wrong.html.includes('moved@test.example'),
  ]).toEqual([400, true, true])
  const done = await post(
    platform,
    '/account/email',
    { email: 'moved@test.example', oldPassword: PASSWORD },
    { user: mover },
  )
  expect([done.status, await follow(done, mover)]).toEqual([
    303,
    expect.stringContaining('We have sent a link to the new address'),
  ])
  expect(
    (
      await send(platform, 'POST', '/api/v1/account/email/verify', {
        token: await tokenOf(platform, 'moved@test.example', 'confirm-email'),
      })
    ).status,
  ).toBe(200)
  expect((await visit(platform, '/account', mover)).html).toContain('moved@test.example')
  const { user } = await platform.services.users.upsertExternal({
    provider: 'elsewhere',
    id: '1',
    displayName: 'comer',
    creation: 'named',
  })
  expect((await visit(platform, '/account/email', await platform.signIn({ user }))).headers.get('location')).toBe(
    '/account/password',
  )
})

test('signing out everywhere ends every session and says so [J22]', async () => {
  const reader = await platform.createUser()
  const elsewhere = await platform.signIn(reader)
  expect((await visit(platform, '/account/sessions', reader)).html).toContain('action="/account/sessions"')
  const done = await post(platform, '/account/sessions', {}, { user: reader })
  expect([
    done.status,
    done.html.includes('All your sessions have ended'),
    done.html.includes('/sign-out'),
    done.headers.get('set-cookie'),
  ]).toEqual([200, true, false, expect.stringContaining('authorization=; Path=/; Max-Age=0')])
  for (const { token } of [reader, elsewhere])
    expect((await platform.http('/api/v1/auth', { headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
})

test('a personal token is made, shown once and revoked by forms', async () => {
  const administrator = await platform.createUser({ roles: ['ADMIN'] })
  const nameless = await post(platform, '/account/tokens', { name: ' ' }, { user: administrator })
  expect([nameless.status, nameless.html.includes('id="name-problem"')]).toEqual([400, true])
  const made = await post(platform, '/account/tokens', { name: 'the <b>importer' }, { user: administrator })
  const [, jwt = ''] = /<code>([^<]+)<\/code>/.exec(made.html)!
  const works = async () =>
    (await platform.http('/api/v1/auth', { headers: { authorization: `Bearer ${jwt}` } })).status
  expect([made.status, made.headers.get('cache-control'), made.html.includes('<b>'), await works()]).toEqual([
    200,
    expect.stringContaining('no-store'),
    false,
    200,
  ])
  const list = (await visit(platform, '/account/tokens', administrator)).html
  expect(list).not.toContain(jwt)
  const revoked = await post(
    platform,
    '/account/tokens/revoke',
    { id: /name="id" value="([^"]+)"/.exec(list)![1]! },
    { user: administrator },
  )
  expect([revoked.status, await follow(revoked, administrator), await works()]).toEqual([
    303,
    expect.stringContaining('The token is revoked'),
    401,
  ])
  const reader = await platform.createUser()
  for (const path of ['/account/tokens', '/account/tokens/revoke'])
    expect((await post(platform, path, { name: 'x', id: 'x' }, { user: reader })).status).toBe(403)
})

test('the page says from when on a username can be changed, and offers the form then [U15]', async () => {
  const renamer = await platform.createUser({ username: 'Renamer' })
  const early = (await visit(platform, '/account/username', renamer)).html
  expect([
    early.includes('from <time class="local" datetime="2026-03-15T12:00:00.000Z">'),
    early.includes('action="/account/username"'),
  ]).toEqual([true, false])
  platform.clock.advance(14 * 86_400_000 + 1_000)
  const again = await platform.signIn(renamer)
  const late = (await visit(platform, '/account/username', again)).html
  const next = /action="\/account\/username"[\s\S]*?name="next" value="([^"]+)"/.exec(late)![1]!
  const done = await post(platform, '/account/username', { username: 'Renamed', next }, { user: again })
  expect([done.status, await follow(done, again)]).toEqual([303, expect.stringContaining('Your username is changed')])
  expect((await visit(platform, '/account/username', again)).html).toContain('Your username is <bdi>Renamed</bdi>')
})

test('after registering, a user who must confirm the address reads so, with a link to another mail', async () => {
  await platform.services.settings.update({ requireEmailConfirmation: true })
  const done = await post(platform, '/register', {
    email: 'newcomer@test.example',
    username: 'Newcomer',
    password: PASSWORD,
  })
  expect([
    done.status,
    done.html.includes('We have sent you a mail with a link'),
    done.html.includes('href="/account/email/resend"'),
  ]).toEqual([200, true, true])
  expect(await mailsTo(platform, 'newcomer@test.example', 'confirm-email')).toHaveLength(1)
})

test('the page of a locked set-up names the variable, and the command to use instead', async () => {
  await using locked = await createTestPlatform({ env: { PLATFORM_INSTALL_LOCK: 'TRUE' } })
  expect((await visit(locked, '/admin/install')).html).toMatch(
    /PLATFORM_INSTALL_LOCK turns set-up over the web off.*platform setup/,
  )
  await locked.createUser({ roles: ['ADMIN'] })
  expect((await visit(locked, '/admin/install')).html).toContain('This site is set up already')
})

test('who registers is signed in, also while sign-ins of the IP address are limited', async () => {
  await using site = await createTestPlatform()
  const wrong = (i: number) =>
    send(site, 'POST', '/api/v1/auth/local', { email: `nobody${i}@test.example`, password: 'x'.repeat(1_500) })
  await Promise.all(Array.from({ length: 100 }, (_, i) => wrong(i)))
  expect((await wrong(100)).status).toBe(429)
  const page = await post(site, '/register', { email: 'new@test.example', username: 'newcomer', password: PASSWORD })
  expect(page.status).toBe(303)
  const cookie = page.headers.get('set-cookie')!.split(';')[0]!
  expect((await site.http('/api/v1/account', { headers: { cookie } })).status).toBe(200)
})

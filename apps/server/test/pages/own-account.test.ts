import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailsTo, PASSWORD, signIn } from '../accounts/letters.ts'
import { hrefOf, importUser, post, visit } from './visit.ts'

let platform: TestPlatform
let ada: TestUser
beforeAll(async () => {
  platform = await createTestPlatform()
  ada = await platform.createUser({ username: 'ada' })
})
afterAll(() => platform[Symbol.asyncDispose]())

test.each([
  '/account/password',
  '/account/deletion',
  '/account',
  '/account/email',
  '/account/sessions',
  '/account/tokens',
  '/account/username',
  '/account/data',
])('%s asks to sign in first, and comes back', async path => {
  for (const page of [
    await visit(platform, path),
    ...(path === '/account' ? [] : [await post(platform, path, { decision: 'leave' })]),
  ])
    expect([page.status, page.headers.get('location')]).toEqual([303, `/sign-in?next=${path}`])
  const page = await post(platform, '/sign-in', { email: 'ada@test.example', password: PASSWORD, next: path })
  expect(page.headers.get('location')).toBe(path)
})

test('no other site changes a password or deletes an account [C01]', async () => {
  for (const path of [
    '/account/password',
    '/account/deletion',
    '/account/email',
    '/account/sessions',
    '/account/tokens',
    '/account/tokens/revoke',
    '/account/data',
    '/account/data/download',
  ])
    expect(
      (
        await post(
          platform,
          path,
          {
            decision: 'leave',
            oldPassword: PASSWORD,
            email: 'evil@test.example',
            name: 'x',
            password: 'another long password',
          },
          { user: ada, origin: 'https://evil.example' },
        )
      ).status,
    ).toBe(403)
  expect((await platform.services.users.findById(ada.user.id))!.deletion_at ?? null).toBeNull()
})

test('an account is given up with the password, or where there is none with the username, and kept by a button', async () => {
  const wrong = await post(
    platform,
    '/account/deletion',
    { decision: 'leave', oldPassword: 'a wrong password' },
    { user: ada },
  )
  expect([wrong.status, wrong.html.includes('id="oldPassword-problem"')]).toEqual([400, true])
  const none = await post(platform, '/account/deletion', { decision: 'leave' }, { user: ada })
  expect([none.status, none.html.includes('id="oldPassword-problem"')]).toEqual([403, true])
  const { users, sessions } = platform.services
  const { user } = await users.upsertExternal({
    provider: 'elsewhere',
    id: '1',
    displayName: 'comer',
    creation: 'named',
  })
  const comer = { user, token: (await sessions.begin(user)).token }
  expect((await visit(platform, '/account/deletion?step=4', comer)).html).toContain(
    'Write comer to confirm the deletion',
  )
  const light = await post(platform, '/account/deletion', { decision: 'leave', username: '' }, { user: comer })
  expect([
    light.status,
    light.html.includes('id="username-problem"'),
    (await users.findById(user.id))!.deletion_at ?? null,
  ]).toEqual([400, true, null])
  expect(
    (await post(platform, '/account/deletion', { decision: 'leave', username: 'comer' }, { user: comer })).status,
  ).toBe(303)
  expect((await users.findById(user.id))!.deletion_at).toBeInstanceOf(Date)
})

test('a user requests the deletion of the account and takes it back, and the page confirms each', async () => {
  expect((await visit(platform, '/account/deletion?step=4', ada)).html).toContain('Delete my account')
  expect(
    (await post(platform, '/account/deletion', { decision: 'leave', oldPassword: PASSWORD }, { user: ada })).status,
  ).toBe(303)
  expect((await visit(platform, '/account/deletion', ada)).html).toContain('Keep my account')
  expect(
    (await post(platform, '/account/deletion', { decision: 'leave', oldPassword: PASSWORD }, { user: ada })).html,
  ).toContain('This account will be deleted already')
  const stays = await post(platform, '/account/deletion', { decision: 'stay' }, { user: ada })
  expect([
    stays.status,
    (await visit(platform, stays.headers.get('location')!, ada)).html.includes('Your account stays'),
  ]).toEqual([303, true])
  expect((await visit(platform, '/account/deletion?step=4', ada)).html).toContain('Delete my account')
})

test('a password is changed by a form, and this browser stays signed in [J22]', async () => {
  expect((await visit(platform, '/', ada)).html).toContain('href="/account"')
  const wrong = await post(
    platform,
    '/account/password',
    { oldPassword: 'a wrong password', password: 'another long password' },
    { user: ada },
  )
  expect([wrong.status, wrong.html.includes('id="oldPassword-problem"')]).toEqual([400, true])
  const short = await post(platform, '/account/password', { oldPassword: PASSWORD, password: 'short' }, { user: ada })
  expect([short.status, short.html.includes('id="password-problem"')]).toEqual([400, true])
  const done = await post(
    platform,
    '/account/password',
    { oldPassword: PASSWORD, password: 'another long password' },
    { user: ada },
  )
  expect([done.status, done.headers.get('location')]).toEqual([303, '/account?done=password'])
  const cookie = done.headers.get('set-cookie')!.split(';')[0]!
  expect((await platform.http('/api/v1/account', { headers: { cookie } })).status).toBe(200)
  expect((await platform.as(ada).http('/api/v1/account')).status).toBe(401)
  expect((await platform.http('/api/v1/account')).status).toBe(401)
  expect((await signIn(platform, 'ada@test.example', 'another long password')).status).toBe(200)
})

test('the account page offers the download of the data, and says when it was last asked for', async () => {
  const leo = await platform.createUser({ username: 'leo' })
  const before = await visit(platform, '/account', leo)
  expect(hrefOf(before.html, 'Download your data')).toBe('/account/data')
  expect(before.html).toContain('Everything that is stored about you')
  const sent = await post(platform, '/account/data', {}, { user: leo })
  expect([sent.status, sent.html.includes('Look into your mailbox')]).toEqual([200, true])
  const [mail] = await mailsTo(platform, 'leo@test.example', 'download-link')
  const { pathname, hash } = new URL(mail!.link!)
  const { last_download_at: at } = (await platform.services.users.findById(leo.user.id))!
  const last = `<time class="local" datetime="${at!.toISOString()}"`
  for (const path of ['/account', '/account/data']) expect((await visit(platform, path, leo)).html).toContain(last)
  const again = await post(platform, '/account/data', {}, { user: leo })
  expect([again.status, again.html.includes('A link is sent once in seven days')]).toEqual([429, true])
  expect((await visit(platform, pathname)).html).toContain('name="token"')
  const wrong = await post(platform, pathname, { token: 'x' })
  expect([wrong.status, wrong.html.includes('This link does not work any more')]).toEqual([400, true])
  const archive = await post(platform, pathname, { token: hash.slice(1) })
  expect([archive.status, archive.headers.get('content-type')]).toEqual([200, 'application/zip'])
})

test('a username of any kind makes a safe name for the file of the download', async () => {
  const odd = await importUser(platform, '../é"\r\nSet-Cookie: a=b\u202Etxt')
  const admin = await platform.createUser({ roles: ['ADMIN'] })
  const link = (await platform.services.downloads.linkFor(admin.user, odd.user.id)).split('#')[1]!
  const { headers } = await post(platform, '/account/data/download', { token: link })
  expect(headers.get('set-cookie')).toBeNull()
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="personal-data-[A-Za-z0-9._-]+\.zip"$/)
})

import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailsTo, PASSWORD, signIn, tokenOf } from '../accounts/letters.ts'
import { post, visit } from './visit.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())

test('the registration form shows everything that is wrong, each beside its field', async () => {
  const page = await post(platform, '/register', { email: 'a@b', username: 'with spaces', password: 'short' })
  expect(page.status).toBe(400)
  for (const [field, message] of [
    ['email', 'This is no e-mail address'],
    ['username', 'A username has letters'],
    ['password', 'A password has at least 8'],
  ])
    expect(page.html).toContain(`id="${field}-problem">${message}`)
  expect(page.html).not.toContain('role="alert"')
})

test('opening the link of a mail shows a page, and only its button confirms the address [C05]', async () => {
  await post(platform, '/register', { email: 'ada@test.example', username: 'ada', password: PASSWORD })
  const link = new URL((await mailsTo(platform, 'ada@test.example', 'confirm-email'))[0]!.link!)
  const profile = async () => (await platform.services.users.findByEmail('ada@test.example'))!.profiles[0]!
  const page = await visit(platform, link.pathname)
  expect([page.status, page.headers.get('cache-control'), (await profile()).metadata?.confirmed_at ?? null]).toEqual([
    200,
    'no-store',
    null,
  ])
  expect((await post(platform, link.pathname, { token: 'x' })).html).toContain('This link does not work any more')
  expect((await post(platform, link.pathname, { token: link.hash.slice(1) })).html).toContain('Address confirmed')
  expect((await profile()).metadata?.confirmed_at).toBeInstanceOf(Date)
})

test('a forgotten password is replaced by three pages, which say the same to strangers', async () => {
  await platform.createUser({ username: 'grace' })
  expect((await visit(platform, '/sign-in')).html).toContain('href="/account/password/forgotten"')
  const [known, unknown] = [
    await post(platform, '/account/password/forgotten', { email: 'grace@test.example' }),
    await post(platform, '/account/password/forgotten', { email: 'nobody@test.example' }),
  ]
  expect([known.status, known.html]).toEqual([200, unknown.html])
  expect((await post(platform, '/account/password/forgotten', { email: 'nobody' })).html).toContain(
    'id="email-problem">This is no e-mail address',
  )
  const token = await tokenOf(platform, 'grace@test.example', 'password-reset')
  const short = await post(platform, '/account/password/reset', { token, password: 'short' })
  expect([short.status, short.html.includes('id="password-problem"'), short.html.includes(token)]).toEqual([
    400,
    true,
    true,
  ])
  expect(
    (await post(platform, '/account/password/reset', { token, password: 'another long password' })).html,
  ).toContain('New password set')
  expect(
    (await post(platform, '/account/password/reset', { token, password: 'another long password' })).html,
  ).toContain('This link does not work any more')
  expect((await signIn(platform, 'grace@test.example', 'another long password')).status).toBe(200)
})

test('with required confirmation, registering leads to the mailbox and another link can be had', async () => {
  await using site = await createTestPlatform()
  await site.services.settings.update({ requireEmailConfirmation: true })
  const page = await post(site, '/register', { email: 'new@test.example', username: 'newcomer', password: PASSWORD })
  expect([page.status, page.html.includes('Look into your mailbox'), page.headers.get('set-cookie')]).toEqual([
    200,
    true,
    null,
  ])
  expect((await visit(site, '/account/email/confirm')).html).toContain('href="/account/email/resend"')
  expect((await visit(site, '/account/email/resend')).status).toBe(200)
  const [known, unknown] = [
    await post(site, '/account/email/resend', { email: 'new@test.example' }),
    await post(site, '/account/email/resend', { email: 'nobody@test.example' }),
  ]
  expect([known.status, known.html]).toEqual([200, unknown.html])
  expect(await mailsTo(site, 'new@test.example', 'confirm-email')).toHaveLength(2)
})

test.each(['/account/email/confirm', '/account/password/reset', '/account/data/download'])(
  'the field for the code on %s takes a whole code, for readers who copy it',
  async path => {
    const [field = ''] = /<input[^>]*name="token"[^>]*>/.exec((await visit(platform, path)).html) ?? []
    expect(Number(/maxlength="(\d+)"/.exec(field)?.[1])).toBeGreaterThanOrEqual(8_192)
  },
)

import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BEHIND_PROXY } from './attempts.ts'
import { mailsTo, send, signIn, tokenOf } from './letters.ts'

const RESET = '/api/v1/account/password/reset'
const NEW = 'another long password'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform({ now: new Date('2026-03-01T12:00:00.000Z'), env: BEHIND_PROXY })
})
afterAll(() => platform[Symbol.asyncDispose]())

let asked = 0
const forget = (email: string, more: Record<string, unknown> = {}) =>
  send(platform, 'POST', RESET, { email, ...more }, { 'x-forwarded-for': `203.0.113.${++asked}` })
const perform = (token: unknown, password: unknown = NEW) => send(platform, 'PUT', RESET, { token, password })

async function reader(username: string) {
  const user = await platform.createUser({ username })
  const email = `${username.toLowerCase()}@test.example`
  return { ...user, email }
}

test('the link of a mail sets a new password, once, and ends every session [J22]', async () => {
  const { email, ...ada } = await reader('ada')
  expect((await forget(' ADA@test.example ')).status).toBe(204)
  const token = await tokenOf(platform, email, 'password-reset')
  expect((await send(platform, 'PUT', RESET, { token, check: true })).status).toBe(204)
  expect(await perform(token)).toMatchObject({
    status: 200,
    body: { redirect: `${platform.services.config.rootUrl}/` },
  })
  expect([(await signIn(platform, email)).status, (await signIn(platform, email, NEW)).status]).toEqual([401, 200])
  expect((await platform.as(ada).http('/api/v1/auth')).status).toBe(401)
  expect(await perform(token, 'a third long password')).toMatchObject({
    status: 400,
    code: 'PASSWORD_RESET_TOKEN_INVALID',
  })
  expect((await send(platform, 'PUT', RESET, { token, check: true })).code).toBe('PASSWORD_RESET_TOKEN_INVALID')
  expect(await mailsTo(platform, email, 'password-changed')).toHaveLength(1)
})

test('ten simultaneous requests with one link change the password once', async () => {
  const { email } = await reader('racer')
  await forget(email)
  const token = await tokenOf(platform, email, 'password-reset')
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => perform(token, `a long password, number ${i}`)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)])
  expect(
    (await signIn(platform, email, `a long password, number ${answers.findIndex(({ status }) => status === 200)}`))
      .status,
  ).toBe(200)
})

test('a bad password is refused, and the link still works', async () => {
  const { email } = await reader('careful')
  await forget(email)
  const token = await tokenOf(platform, email, 'password-reset')
  for (const [password, code] of [
    ['short', 'PASSWORD_LENGTH'],
    ['', 'PASSWORD_REQUIRED'],
    [{ $gt: '' }, 'BAD_USER_INPUT'],
  ])
    expect(await perform(token, password)).toMatchObject({ status: 400, code })
  expect((await perform(token)).status).toBe(200)
})

test('no other token sets a password', async () => {
  const { email, token: session } = await reader('other_tokens')
  const { email: own } = await reader('own_tokens')
  await forget(own)
  const good = await tokenOf(platform, own, 'password-reset')
  for (const wrong of [session, '', 'x', `${good.slice(0, -4)}AAAA`])
    expect(await perform(wrong)).toMatchObject({ status: 400, code: 'PASSWORD_RESET_TOKEN_INVALID' })
  expect((await signIn(platform, email)).status).toBe(200)
  expect(await platform.http('/api/v1/auth', { headers: { authorization: `Bearer ${good}` } })).toMatchObject({
    status: 401,
  })
})

test('answers and mails do not tell whether there is an account, nor that there were too many [M06]', async () => {
  const { email } = await reader('known')
  const answers = []
  for (const address of [email, 'nobody@test.example'])
    for (let i = 0; i < 20; i++) answers.push(JSON.stringify(await forget(address)))
  expect(new Set(answers)).toEqual(new Set([JSON.stringify({ status: 204, code: null, body: null })]))
  expect([(await mailsTo(platform, email)).length, (await mailsTo(platform, 'nobody@test.example')).length]).toEqual([
    5, 0,
  ])
})

test('a user who signs in at a provider has no password to forget [U09]', async () => {
  await platform.services.users.upsertExternal({
    provider: 'elsewhere',
    id: 'elsewhere@test.example',
    displayName: 'Elsewhere',
    creation: 'named',
  })
  expect((await forget('elsewhere@test.example')).status).toBe(204)
  expect(await mailsTo(platform, 'elsewhere@test.example')).toHaveLength(0)
})

test('the reader is led back to this site, or one that has discussions here, and nowhere else', async () => {
  const { email } = await reader('returning')
  await platform.services.settings.update({ domains: { whitelist: ['news.example'] } })
  for (const loc of [
    'https://evil.example/',
    '//evil.example',
    'javascript:alert(1)',
    'https://news.example@evil.example/',
    'https://news.example.evil.example/',
  ]) {
    expect(await forget(email, { loc })).toMatchObject({ status: 400, code: 'BAD_USER_INPUT' })
  }
  expect((await forget(email, { loc: 'https://news.example/story' })).status).toBe(204)
  expect((await perform(await tokenOf(platform, email, 'password-reset'))).body).toEqual({
    redirect: 'https://news.example/story',
  })
})

test('a new password by mail confirms the address', async () => {
  const user = await platform.services.users.createLocal({
    email: 'unconfirmed@test.example',
    username: 'unconfirmed',
    password: NEW,
  })
  await forget('unconfirmed@test.example')
  await perform(await tokenOf(platform, 'unconfirmed@test.example', 'password-reset'), 'a third long password')
  expect((await platform.services.users.findById(user.id))!.profiles[0]!.metadata?.confirmed_at).toEqual(
    new Date('2026-03-01T12:00:00.000Z'),
  )
})

test('in production without a mail server it is said that no mail can be sent', async () => {
  await using silent = await createTestPlatform({
    env: { NODE_ENV: 'production', PLATFORM_ROOT_URL: 'http://localhost:3000', PLATFORM_INSTALL_LOCK: 'TRUE' },
  })
  await silent.createUser({ username: 'ada' })
  for (const email of ['ada@test.example', 'nobody@test.example'])
    expect(await send(silent, 'POST', RESET, { email })).toMatchObject({ status: 503, code: 'MAIL_UNAVAILABLE' })
})

test.each(['email', 'back.id', 'mark', 'newEmail'])(
  'e-mail links are sent and work where the user’s id is in the claim %s',
  async claim => {
    await using other = await createTestPlatform({ env: { PLATFORM_JWT_USER_ID_CLAIM: claim } })
    await other.createUser({ username: 'ada' })
    await send(other, 'POST', '/api/v1/account/password/reset', { email: 'ada@test.example' })
    const token = await tokenOf(other, 'ada@test.example', 'password-reset')
    expect(
      (await send(other, 'PUT', '/api/v1/account/password/reset', { token, password: 'another long password' })).status,
    ).toBe(200)
    expect((await signIn(other, 'ada@test.example', 'another long password')).status).toBe(200)
  },
)

test('an address to return to that fits into no mail is refused', async () => {
  const { email } = await reader('Far')
  const loc = `${platform.services.config.rootUrl}/${'я'.repeat(800)}`
  expect(await forget(email, { loc })).toMatchObject({ status: 400, code: 'BAD_USER_INPUT' })
  const longest = `${platform.services.config.rootUrl}/${'a'.repeat(1_900)}`
  expect((await forget(email, { loc: longest })).status).toBe(204)
  expect(await mailsTo(platform, email, 'password-reset')).toHaveLength(1)
})

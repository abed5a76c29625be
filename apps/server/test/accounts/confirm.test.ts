import type { User } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, startLive } from '../live/socket.ts'
import { BEHIND_PROXY } from './attempts.ts'
import { mailsTo, PASSWORD, send, signIn, tokenOf } from './letters.ts'

const VERIFY = '/api/v1/account/email/verify'
const RESEND = '/api/v1/users/resend-verify'
const DAY = 86_400_000

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform({ now: new Date('2026-03-01T12:00:00.000Z'), env: BEHIND_PROXY })
  await platform.services.settings.update({ requireEmailConfirmation: true })
})
afterAll(() => platform[Symbol.asyncDispose]())

let made = 0
async function register(): Promise<{ id: string; email: string }> {
  const name = `reader_${++made}`
  const { body } = await send(
    platform,
    'POST',
    '/api/v1/users',
    { email: `${name}@test.example`, username: name, password: PASSWORD },
    { 'x-forwarded-for': '198.51.100.7' },
  )
  return body
}
const from = (address: string) => ({ 'x-forwarded-for': address })
const confirmedAt = async (id: string) =>
  (await platform.services.users.findById(id))!.profiles[0]!.metadata?.confirmed_at ?? null

test('a new user is mailed a link, and signs in after opening it', async () => {
  const { id, email } = await register()
  expect(await signIn(platform, email)).toMatchObject({ status: 401, code: 'EMAIL_NOT_VERIFIED' })
  const token = await tokenOf(platform, email, 'confirm-email')
  expect((await send(platform, 'POST', VERIFY, { token, check: true })).status).toBe(204)
  expect(await confirmedAt(id)).toBeNull()
  expect(await send(platform, 'POST', VERIFY, { token })).toMatchObject({
    status: 200,
    body: { redirectUri: `${platform.services.config.rootUrl}/` },
  })
  expect(await confirmedAt(id)).toEqual(new Date('2026-03-01T12:00:00.000Z'))
  expect((await signIn(platform, email)).status).toBe(200)
})

test('opening the link again changes nothing', async () => {
  const { id, email } = await register()
  const token = await tokenOf(platform, email, 'confirm-email')
  await Promise.all(Array.from({ length: 5 }, () => send(platform, 'POST', VERIFY, { token })))
  const first = await confirmedAt(id)
  expect((await send(platform, 'POST', VERIFY, { token })).status).toBe(200)
  expect(await confirmedAt(id)).toEqual(first)
})

test('a link with a changed token, a token of another kind or of a deleted account, or no token confirms nothing', async () => {
  const { id, email } = await register()
  const token = await tokenOf(platform, email, 'confirm-email')
  await send(platform, 'POST', '/api/v1/account/password/reset', { email }, from('198.51.100.8'))
  const reset = await tokenOf(platform, email, 'password-reset')
  const { token: session } = await platform.signIn({ user: (await platform.services.users.findById(id))! })
  for (const wrong of [`${token.slice(0, -4)}AAAA`, reset, session, '', 'x', token.slice(1)]) {
    expect(await send(platform, 'POST', VERIFY, { token: wrong })).toMatchObject({
      status: 400,
      code: 'EMAIL_VERIFICATION_TOKEN_INVALID',
    })
    expect(await send(platform, 'POST', VERIFY, { token: wrong, check: true })).toMatchObject({
      status: 400,
      code: 'EMAIL_VERIFICATION_TOKEN_INVALID',
    })
  }
  expect(await send(platform, 'POST', VERIFY, { token: { $gt: '' } })).toMatchObject({
    status: 400,
    code: 'BAD_USER_INPUT',
  })
  expect(await confirmedAt(id)).toBeNull()
  await platform.services.docstore.collection<User>('users').deleteOne({ id })
  expect((await send(platform, 'POST', VERIFY, { token })).code).toBe('EMAIL_VERIFICATION_TOKEN_INVALID')
})

test('signing out everywhere also ends e-mail links [J22]', async () => {
  const { id, email } = await register()
  const token = await tokenOf(platform, email, 'confirm-email')
  await platform.services.sessions.endAll(id)
  expect((await send(platform, 'POST', VERIFY, { token })).status).toBe(400)
})

test('a new link goes only to unconfirmed addresses, at most five in half an hour, and the answer never shows which [M06]', async () => {
  const { email } = await register()
  const confirmed = await platform.createUser({ username: 'confirmed_reader' })
  const answers = []
  for (const address of [email, `${confirmed.user.username}@test.example`, 'nobody@test.example']) {
    for (let i = 0; i < 8; i++)
      answers.push(await send(platform, 'POST', RESEND, { email: address }, from(`203.0.113.${answers.length}`)))
  }
  expect(new Set(answers.map(answer => JSON.stringify(answer)))).toEqual(
    new Set([JSON.stringify({ status: 204, code: null, body: null })]),
  )
  expect(await mailsTo(platform, email)).toHaveLength(5)
  expect(await mailsTo(platform, `${confirmed.user.username}@test.example`)).toHaveLength(0)
  expect(await mailsTo(platform, 'nobody@test.example')).toHaveLength(0)
})

test('one IP address gets no more than 25 mails sent in five minutes [M06]', async () => {
  const readers = []
  for (let i = 0; i < 27; i++)
    readers.push(
      await platform.services.users.createLocal({
        email: `crowd${i}@test.example`,
        username: `crowd_${i}`,
        password: PASSWORD,
      }),
    )
  for (let i = 0; i < 27; i++)
    expect(
      (await send(platform, 'POST', RESEND, { email: `crowd${i}@test.example` }, from('203.0.113.99'))).status,
    ).toBe(204)
  expect((await platform.mails()).filter(({ to }) => to.startsWith('crowd'))).toHaveLength(25)
})

test('a text that is no e-mail address is refused', async () => {
  expect((await send(platform, 'POST', RESEND, { email: '' })).code).toBe('EMAIL_REQUIRED')
  expect((await send(platform, 'POST', RESEND, { email: 'a@x.example, b@y.example' })).code).toBe('EMAIL_INVALID')
})

test('only moderators and administrators can have a link sent to another user [R01]', async () => {
  const { id, email } = await register()
  const moderator = await platform.createUser({ roles: ['MODERATOR'] })
  const path = `/api/v1/users/${id}/email/confirm`
  expect((await send(platform, 'POST', path)).status).toBe(401)
  expect((await send(platform.as(await platform.createUser()), 'POST', path)).status).toBe(403)
  expect((await send(platform.as(moderator), 'POST', path)).status).toBe(204)
  expect(await mailsTo(platform, email)).toHaveLength(2)
  expect((await send(platform.as(moderator), 'POST', '/api/v1/users/nobody/email/confirm')).code).toBe('NOT_FOUND')
  const { user } = await platform.services.users.upsertExternal({
    provider: 'elsewhere',
    id: '1',
    displayName: 'Elsewhere',
    creation: 'named',
  })
  expect((await send(platform.as(moderator), 'POST', `/api/v1/users/${user.id}/email/confirm`)).code).toBe(
    'EMAIL_REQUIRED',
  )
})

test('a link works for a day', async () => {
  const [early, late] = [await register(), await register()]
  const tokens = [
    await tokenOf(platform, early.email, 'confirm-email'),
    await tokenOf(platform, late.email, 'confirm-email'),
  ]
  platform.clock.advance(DAY - 60_000)
  expect((await send(platform, 'POST', VERIFY, { token: tokens[0] })).status).toBe(200)
  platform.clock.advance(180_000)
  expect((await send(platform, 'POST', VERIFY, { token: tokens[1] })).code).toBe('EMAIL_VERIFICATION_TOKEN_INVALID')
})

test('when the site begins to require confirmed addresses, the sessions of unconfirmed accounts end', async () => {
  await using live = await startLive()
  const { services } = live.platform
  const user = await services.users.createLocal({
    email: 'unconfirmed@test.example',
    username: 'unconfirmed',
    password: PASSWORD,
  })
  const { token } = await services.sessions.begin(user)
  const headers = { authorization: `Bearer ${token}` }
  const client = await connect(live.url, { init: { token } })
  expect((await live.platform.http('/api/v1/auth', { headers })).status).toBe(200)
  await services.settings.update({ requireEmailConfirmation: true })
  expect((await live.platform.http('/api/v1/auth', { headers })).status).toBe(401)
  expect((await client.closed).code).toBe(4403)
})

test('the longest address can be confirmed as the new one of an account, by a link that is opened several times', async () => {
  const mover = await platform.createUser({ username: 'mover' })
  const email = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(59)}.example`
  expect(email).toHaveLength(254)
  const { data } = await platform.as(mover).graphql(
    `mutation ($email: String!, $password: String!) {
      changeEmail(input: { email: $email, password: $password }) { errors { translation_key } }
    }`,
    { email, password: PASSWORD },
  )
  expect(data!['changeEmail']).toBeNull()
  const token = await tokenOf(platform, email, 'confirm-email')
  const open = () => send(platform, 'POST', VERIFY, { token })
  // The button of the page may be pressed more than once.
  expect((await Promise.all([open(), open()])).map(({ status }) => status)).toEqual([200, 200])
  expect((await open()).status).toBe(200)
  expect((await platform.services.users.findByEmail(email))!.id).toBe(mover.user.id)
  expect(await mailsTo(platform, 'mover@test.example', 'email-changed')).toHaveLength(1)
})

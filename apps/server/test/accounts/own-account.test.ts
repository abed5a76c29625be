import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { User } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { needsUniqueUpdates } from '../../../../test/needs.ts'
import { mailsTo, PASSWORD, send, signIn, tokenOf } from './letters.ts'

const NEW = 'another long password'
const DAY = 86_400_000
const CHANGE_PASSWORD =
  'mutation($input: ChangePasswordInput!) { changePassword(input: $input) { token errors { translation_key } } }'
const CHANGE_EMAIL = 'mutation($input: ChangeEmailInput!) { changeEmail(input: $input) { errors { translation_key } } }'
const SET_USERNAME =
  'mutation($id: ID!, $username: String!) { setUsername(id: $id, username: $username) { errors { translation_key } } }'
const CHANGE_USERNAME = `mutation($id: ID!, $username: String!) {
  changeUsername(id: $id, username: $username) { errors { translation_key } }
}`

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform({ now: new Date('2026-03-01T12:00:00.000Z') })
})
afterAll(() => platform[Symbol.asyncDispose]())

/** What a mutation is refused with; `null` when it is not. */
async function refusal(
  user: TestUser | null,
  document: string,
  variables: Record<string, unknown>,
): Promise<string | null> {
  const { data, errors } = await platform.as(user).graphql(document, variables)
  if (errors.length > 0 || !data) throw new Error(JSON.stringify(errors))
  return Object.values(data)[0]?.errors?.[0]?.translation_key ?? null
}
const isSignedIn = async (token: string) =>
  (await platform.http('/api/v1/auth', { headers: { authorization: `Bearer ${token}` } })).status === 200
const emailOf = ({ user }: TestUser) => `${user.username.toLowerCase()}@test.example`
const found = async ({ user }: TestUser) => (await platform.services.users.findById(user.id))!
const storedAddress = async (user: TestUser) => (await found(user)).profiles[0]!.id

test('changing the password needs the old one, ends every other session and is notified by mail [J22]', async () => {
  const ada = await platform.createUser({ username: 'ada' })
  const elsewhere = await platform.signIn(ada)
  expect(await refusal(ada, CHANGE_PASSWORD, { input: { oldPassword: 'a wrong password', newPassword: NEW } })).toBe(
    'PASSWORD_INCORRECT',
  )
  expect(await refusal(ada, CHANGE_PASSWORD, { input: { oldPassword: PASSWORD, newPassword: 'short' } })).toBe(
    'PASSWORD_LENGTH',
  )
  expect([await isSignedIn(ada.token), await isSignedIn(elsewhere.token)]).toEqual([true, true])
  const { data } = await platform
    .as(ada)
    .graphql(CHANGE_PASSWORD, { input: { oldPassword: PASSWORD, newPassword: NEW } })
  expect(data!['changePassword'].errors).toBeNull()
  expect([
    await isSignedIn(ada.token),
    await isSignedIn(elsewhere.token),
    await isSignedIn(data!['changePassword'].token),
  ]).toEqual([false, false, true])
  expect([(await signIn(platform, emailOf(ada))).status, (await signIn(platform, emailOf(ada), NEW)).status]).toEqual([
    401, 200,
  ])
  expect(await mailsTo(platform, emailOf(ada), 'password-changed')).toMatchObject([
    {
      link: `${platform.services.config.rootUrl}/account/password/forgotten`,
      text: expect.stringContaining('/account/password/forgotten'),
    },
  ])
})

test('a password can be guessed no faster with a session than without', async () => {
  const guessed = await platform.createUser({ username: 'guessed' })
  const answers = []
  for (let i = 0; i < 12; i++)
    answers.push(
      await refusal(guessed, CHANGE_PASSWORD, { input: { oldPassword: `a wrong password ${i}`, newPassword: NEW } }),
    )
  expect(answers).toEqual([...Array(10).fill('PASSWORD_INCORRECT'), 'LOGIN_MAXIMUM_EXCEEDED', 'LOGIN_MAXIMUM_EXCEEDED'])
})

test('a password is changed at most five times in half an hour, so its user floods no mailbox', async () => {
  const busy = await platform.createUser({ username: 'busy' })
  const passwords = [PASSWORD, ...Array.from({ length: 6 }, (_, i) => `long password number ${i}`)]
  const change = async (i: number) =>
    refusal(await platform.signIn(busy), CHANGE_PASSWORD, {
      input: { oldPassword: passwords[i], newPassword: passwords[i + 1] },
    })
  for (let i = 0; i < 5; i++) expect(await change(i)).toBeNull()
  expect(await change(5)).toBe('RATE_LIMIT_EXCEEDED')
  expect(await mailsTo(platform, emailOf(busy), 'password-changed')).toHaveLength(5)
  platform.clock.advance(30 * 60_000)
  expect(await change(5)).toBeNull()
})

test('an anonymous reader, a banned user and a user without a password can change no password [R02]', async () => {
  const banned = await platform.createUser()
  const administrator = await platform.createUser({ roles: ['ADMIN'] })
  await platform
    .as(administrator)
    .graphql('mutation($id: ID!) { banUser(input: { id: $id, message: "" }) { errors { translation_key } } }', {
      id: banned.user.id,
    })
  const { user } = await platform.services.users.upsertExternal({
    provider: 'elsewhere',
    id: '7',
    displayName: 'Elsewhere',
    creation: 'named',
  })
  for (const caller of [null, await platform.signIn(banned), await platform.signIn({ user })]) {
    expect(await refusal(caller, CHANGE_PASSWORD, { input: { oldPassword: PASSWORD, newPassword: NEW } })).toBe(
      'NOT_AUTHORIZED',
    )
    expect(await refusal(caller, CHANGE_EMAIL, { input: { email: 'new@test.example', password: PASSWORD } })).toBe(
      'NOT_AUTHORIZED',
    )
  }
})

test('a new address replaces the old one when its link is opened; the old address is notified, and its links no longer work [U14]', async () => {
  const mover = await platform.createUser({ username: 'mover' })
  const [from, to] = [emailOf(mover), 'moved@test.example']
  await send(platform, 'POST', '/api/v1/account/password/reset', { email: from })
  const reset = await tokenOf(platform, from, 'password-reset')
  expect(await refusal(mover, CHANGE_EMAIL, { input: { email: to, password: 'a wrong password' } })).toBe(
    'PASSWORD_INCORRECT',
  )
  expect(await refusal(mover, CHANGE_EMAIL, { input: { email: 'a@b', password: PASSWORD } })).toBe('EMAIL_INVALID')
  expect(await refusal(mover, CHANGE_EMAIL, { input: { email: from, password: PASSWORD } })).toBe('BAD_USER_INPUT')
  expect(
    await refusal(mover, CHANGE_EMAIL, { input: { email: ' Moved@Test.example ', password: PASSWORD } }),
  ).toBeNull()
  const token = await tokenOf(platform, to, 'confirm-email')
  expect(await storedAddress(mover)).toBe(from)
  expect((await send(platform, 'POST', '/api/v1/account/email/verify', { token })).status).toBe(200)
  expect(await storedAddress(mover)).toBe(to)
  expect((await mailsTo(platform, from, 'email-changed'))[0]!.text).toContain(to)
  expect([(await signIn(platform, from)).status, (await signIn(platform, to)).status]).toEqual([401, 200])
  expect((await send(platform, 'PUT', '/api/v1/account/password/reset', { token: reset, password: NEW })).code).toBe(
    'PASSWORD_RESET_TOKEN_INVALID',
  )
})

test('a queued e-mail link is not sent after its user was banned or signed out everywhere [R14]', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'platform-queue-'))
  await using _folder = { [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }) }
  const slow = await createTestPlatform({ directory })
  const { jobs, sessions, accountStatus } = slow.services
  const [banned, gone, plain] = [await slow.createUser(), await slow.createUser(), await slow.createUser()]
  await jobs.stop()
  for (const [i, person] of [banned, gone, plain].entries()) {
    const { data } = await slow
      .as(person)
      .graphql(CHANGE_EMAIL, { input: { email: `queued${i}@test.example`, password: PASSWORD } })
    expect(data).toEqual({ changeEmail: null })
  }
  expect(await jobs.list({ type: 'accounts.letter' })).toHaveLength(3)
  await accountStatus.make('ban', (await slow.createUser({ roles: ['ADMIN'] })).user, { id: banned.user.id })
  await sessions.endAll(gone.user.id)
  await slow[Symbol.asyncDispose]()
  // The next start does what was left.
  await using next = await createTestPlatform({ directory })
  expect((await next.mails()).filter(({ to }) => to.startsWith('queued')).map(({ to }) => to)).toEqual([
    'queued2@test.example',
  ])
})

test('no answer and no mail shows that another account has an address, and no second account gets it [U14]', async () => {
  const [owner, one, two] = [
    await platform.createUser({ username: 'owner' }),
    await platform.createUser({ username: 'one' }),
    await platform.createUser({ username: 'two' }),
  ]
  expect(await refusal(one, CHANGE_EMAIL, { input: { email: emailOf(owner), password: PASSWORD } })).toBeNull()
  expect(await mailsTo(platform, emailOf(owner))).toHaveLength(0)
  const tokens = []
  for (const user of [one, two]) {
    expect(
      await refusal(user, CHANGE_EMAIL, { input: { email: 'wanted@test.example', password: PASSWORD } }),
    ).toBeNull()
    tokens.push(await tokenOf(platform, 'wanted@test.example', 'confirm-email'))
  }
  needsUniqueUpdates()
  const answers = await Promise.all(
    tokens.map(token => send(platform, 'POST', '/api/v1/account/email/verify', { token })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(
    await platform.services.docstore
      .collection<User>('users')
      .find({ profiles: { $elemMatch: { provider: 'local', id: 'wanted@test.example' } } })
      .toArray(),
  ).toHaveLength(1)
})

test('signing out everywhere ends all sessions of that user and no others [J22]', async () => {
  const grace = await platform.createUser({ username: 'grace' })
  const [phone, other] = [await platform.signIn(grace), await platform.createUser()]
  expect(await refusal(null, 'mutation { signOutEverywhere { errors { translation_key } } }', {})).toBe(
    'NOT_AUTHORIZED',
  )
  expect(await refusal(grace, 'mutation { signOutEverywhere { errors { translation_key } } }', {})).toBeNull()
  expect([await isSignedIn(grace.token), await isSignedIn(phone.token), await isSignedIn(other.token)]).toEqual([
    false,
    false,
    true,
  ])
  expect((await signIn(platform, emailOf(grace))).status).toBe(200)
})

test('only its user changes a username, once in 14 days by both mutations together, and by all rules for usernames [R03, U15]', async () => {
  await platform.services.settings.update({ wordlist: { banned: ['swindler'], suspect: [] } })
  const [renamer, other] = [
    await platform.createUser({ username: 'renamer' }),
    await platform.createUser({ username: 'victim', roles: ['ADMIN'] }),
  ]
  const id = renamer.user.id
  expect(await refusal(renamer, SET_USERNAME, { id, username: 'too_early' })).toBe('NOT_AUTHORIZED')
  platform.clock.advance(14 * DAY + 1_000)
  const again = await platform.signIn(renamer)
  expect(await refusal(again, SET_USERNAME, { id: other.user.id, username: 'stolen' })).toBe('NOT_AUTHORIZED')
  for (const [username, code] of [
    ['', 'USERNAME_REQUIRED'],
    ['a b', 'NO_SPECIAL_CHARACTERS'],
    ['Admin', 'USERNAME_IN_USE'],
    ['VICTIM', 'USERNAME_IN_USE'],
    ['x'.repeat(51), 'USERNAME_LENGTH'],
    ['the_swindler', 'PROFANITY_ERROR'],
  ]) {
    expect(await refusal(again, SET_USERNAME, { id, username })).toBe(code)
  }
  expect(await refusal(again, SET_USERNAME, { id, username: 'renamed' })).toBeNull()
  expect((await mailsTo(platform, 'renamer@test.example', 'username-changed'))[0]!.text).toContain(
    'You are now called renamed; before, you were called renamer.',
  )
  expect(await refusal(again, SET_USERNAME, { id, username: 'renamed_again' })).toBe('NOT_AUTHORIZED')
  expect(await refusal(again, CHANGE_USERNAME, { id, username: 'renamed_again' })).toBe('NOT_AUTHORIZED')
  expect((await found(other)).username).toBe('victim')
})

test('a user of a provider chooses a username once, without a mail', async () => {
  const { user } = await platform.services.users.upsertExternal({
    provider: 'elsewhere',
    id: '8',
    displayName: 'A B',
    creation: 'unnamed',
  })
  const newcomer = await platform.signIn({ user })
  expect(await refusal(newcomer, SET_USERNAME, { id: user.id, username: 'chosen' })).toBeNull()
  expect(await found(newcomer)).toMatchObject({ username: 'chosen', status: { username: { status: 'SET' } } })
  expect(await refusal(newcomer, SET_USERNAME, { id: user.id, username: 'chosen_again' })).toBe('NOT_AUTHORIZED')
})

import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailsTo, PASSWORD, send, signIn, tokenOf } from './letters.ts'

let platform: TestPlatform
let admin: TestUser

const DAY = 86_400_000

beforeAll(async () => {
  platform = await createTestPlatform({ now: new Date('2026-03-01T12:00:00.000Z') })
  admin = await platform.createUser({ roles: ['ADMIN'], username: 'boss' })
})
afterAll(() => platform[Symbol.asyncDispose]())

const INVITE = `mutation ($input: InviteUserInput!) {
  inviteUser(input: $input) {
    invitation { id email role invited_by { username } created_at expires_at } errors { translation_key }
  }
}`
const REVOKE = 'mutation ($id: ID!) { revokeInvitation(id: $id) { errors { translation_key } } }'
const LIST = '{ invitations(limit: 100) { nodes { id email role } } }'

const asAdmin = async () => platform.as(await platform.signIn(admin))
async function invite(email: string, role: string, more: object = { password: PASSWORD }) {
  const { data } = await (await asAdmin()).graphql(INVITE, { input: { email, role, ...more } })
  return data!['inviteUser']
}
const setPassword = (token: string) =>
  send(platform, 'PUT', '/api/v1/account/password/reset', { token, password: 'another long password' })
const waiting = async () =>
  (await (await asAdmin()).graphql(LIST)).data!['invitations'].nodes.map(({ email }: { email: string }) => email)

test('an invited person sets a password by the mailed link, signs in, and has the role', async () => {
  const { invitation, errors } = await invite('Mona@Test.example', 'MODERATOR')
  expect([errors, invitation]).toEqual([
    null,
    {
      id: expect.any(String),
      email: 'mona@test.example',
      role: 'MODERATOR',
      invited_by: { username: 'boss' },
      created_at: platform.clock.now().toISOString(),
      expires_at: new Date(platform.clock.now().getTime() + 7 * DAY).toISOString(),
    },
  ])
  expect(await waiting()).toContain('mona@test.example')
  const [mail] = await mailsTo(platform, 'mona@test.example')
  expect([mail!.template, mail!.text]).toEqual(['invitation', expect.stringContaining('boss invites you to')])
  platform.clock.advance(6 * DAY)
  expect((await setPassword(await tokenOf(platform, 'mona@test.example', 'invitation'))).status).toBe(200)
  const { status, body } = await signIn(platform, 'mona@test.example', 'another long password')
  expect([status, body.user.roles]).toEqual([200, ['MODERATOR']])
  expect(await waiting()).not.toContain('mona@test.example')
  // The first password is no change of one.
  expect((await mailsTo(platform, 'mona@test.example')).map(({ template }) => template)).toEqual(['invitation'])
  const { data } = await platform
    .as({ user: body.user, token: body.token })
    .graphql(
      '{ me { id state { status { username { status } } } profiles { ... on LocalUserProfile { confirmedAt } } } }',
    )
  expect(data!['me']).toMatchObject({
    state: { status: { username: { status: 'UNSET' } } },
    profiles: [{ confirmedAt: expect.any(String) }],
  })
})

test('a link works for seven days, and ends when the address is invited again', async () => {
  await invite('late@test.example', 'COMMENTER', {})
  const first = await tokenOf(platform, 'late@test.example', 'invitation')
  platform.clock.advance(7 * DAY + 300_000)
  expect((await setPassword(first)).code).toBe('PASSWORD_RESET_TOKEN_INVALID')
  const again = await invite('late@test.example', 'STAFF')
  expect(again.invitation).toMatchObject({ role: 'STAFF' })
  const second = await tokenOf(platform, 'late@test.example', 'invitation')
  await invite('late@test.example', 'STAFF')
  expect((await setPassword(second)).code).toBe('PASSWORD_RESET_TOKEN_INVALID')
  expect((await waiting()).filter((email: string) => email === 'late@test.example')).toHaveLength(1)
  expect((await setPassword(await tokenOf(platform, 'late@test.example', 'invitation'))).status).toBe(200)
})

test('a withdrawn invitation ends its link, and leaves no account', async () => {
  const { invitation } = await invite('gone@test.example', 'STAFF')
  const token = await tokenOf(platform, 'gone@test.example', 'invitation')
  const revoke = async (id: string) => (await (await asAdmin()).graphql(REVOKE, { id })).data!['revokeInvitation']
  expect(await revoke(invitation.id)).toBeNull()
  expect((await setPassword(token)).code).toBe('PASSWORD_RESET_TOKEN_INVALID')
  expect(await platform.services.users.findByEmail('gone@test.example')).toBeNull()
  const used = await platform.createUser()
  for (const id of [invitation.id, used.user.id])
    expect(await revoke(id)).toEqual({ errors: [{ translation_key: 'NOT_FOUND' }] })
})

test('an address whose account is in use is not invited, and a role of the staff needs the password', async () => {
  const { user } = await platform.createUser()
  const refusal = async (email: string, role: string, more?: object) =>
    (await invite(email, role, more)).errors?.map((error: { translation_key: string }) => error.translation_key)
  expect(await refusal(`${user.username}@test.example`, 'COMMENTER')).toEqual(['EMAIL_IN_USE'])
  expect(await refusal('no address', 'COMMENTER')).toEqual(['EMAIL_INVALID'])
  expect(await refusal('staff@test.example', 'STAFF', { password: '' })).toEqual(['PASSWORD_AGAIN'])
  expect(await refusal('staff@test.example', 'STAFF', { password: 'wrong' })).toEqual(['PASSWORD_INCORRECT'])
  expect(await waiting()).not.toContain('staff@test.example')
  const moderator = platform.as(await platform.createUser({ roles: ['MODERATOR'] }))
  const tried = await moderator.graphql(INVITE, { input: { email: 'x@test.example', role: 'COMMENTER' } })
  expect(tried.data!['inviteUser'].errors).toEqual([{ translation_key: 'NOT_AUTHORIZED' }])
})

test('an invited administrator does not count as the last one [R09]', async () => {
  await using site = await createTestPlatform()
  const only = await site.createUser({ roles: ['ADMIN'] })
  await site.as(only).graphql(INVITE, { input: { email: 'next@test.example', role: 'ADMIN', password: PASSWORD } })
  const { data } = await site
    .as(only)
    .graphql('mutation ($id: ID!) { setUserRole(id: $id, role: COMMENTER) { errors { translation_key } } }', {
      id: only.user.id,
    })
  expect(data!['setUserRole'].errors).toEqual([{ translation_key: 'LAST_ADMIN' }])
})

import type { User } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusals } from '../moderation/operations.ts'
import { PASSWORD } from './letters.ts'

let platform: TestPlatform
let admin: TestUser

beforeAll(async () => {
  platform = await createTestPlatform({ now: new Date('2026-03-01T12:00:00.000Z') })
  admin = await platform.createUser({ roles: ['ADMIN'] })
})
afterAll(() => platform[Symbol.asyncDispose]())

const with_ = (password: string | null) => (password === null ? '' : `, password: "${password}"`)

const ACTS: readonly [string, (password: string | null) => string][] = [
  ['delete an account', password => `delUser(id: $id${with_(password)})`],
  ['give a role of the staff', password => `setUserRole(id: $id, role: STAFF${with_(password)})`],
]

test.each(ACTS)('administrators give their password again to %s', async (_what, mutation) => {
  const { user } = await platform.createUser()
  const as = platform.as(admin)
  platform.clock.advance(11 * 60_000)
  expect(await refusals(as, mutation(null), { id: user.id })).toEqual(['PASSWORD_AGAIN'])
  expect(await refusals(as, mutation('not the password'), { id: user.id })).toEqual(['PASSWORD_INCORRECT'])
  expect((await platform.services.users.findById(user.id))?.roles).toEqual(['COMMENTER'])
  expect(await refusals(as, mutation(PASSWORD), { id: user.id })).toBeNull()
  expect((await platform.services.users.findById(user.id))?.roles ?? null).not.toEqual(['COMMENTER'])
})

test.each(ACTS)(
  'a program that has just signed in needs no second password to %s, but an empty one is refused',
  async (_what, mutation) => {
    const boss = await platform.createUser({ roles: ['ADMIN'] })
    const { user } = await platform.createUser()
    platform.clock.advance(9 * 60_000)
    expect(await refusals(platform.as(boss), mutation(''), { id: user.id })).toEqual(['PASSWORD_AGAIN'])
    expect(await refusals(platform.as(boss), mutation(null), { id: user.id })).toBeNull()
  },
)

test('a role of the staff is taken away without it', async () => {
  const { user } = await platform.createUser({ roles: ['STAFF'] })
  expect(await refusals(platform.as(admin), 'setUserRole(id: $id, role: COMMENTER)', { id: user.id })).toBeNull()
})

test('wrong passwords are limited', async () => {
  const other = await platform.createUser({ roles: ['ADMIN'] })
  const { user } = await platform.createUser()
  const tried = []
  for (let attempt = 0; attempt < 11; attempt++)
    tried.push(await refusals(platform.as(other), 'delUser(id: $id, password: "guess")', { id: user.id }))
  expect([tried[9], tried[10]]).toEqual([['PASSWORD_INCORRECT'], ['LOGIN_MAXIMUM_EXCEEDED']])
})

test('an administrator without a password has signed in within the last hour', async () => {
  const boss = await platform.createUser({ roles: ['ADMIN'] })
  const users = platform.services.docstore.collection<User & { password?: string }>('users')
  await users.updateOne({ id: boss.user.id }, { $unset: { password: '' } })
  const [first, second] = [await platform.createUser(), await platform.createUser()]
  expect(await refusals(platform.as(boss), 'delUser(id: $id)', { id: first.user.id })).toBeNull()
  platform.clock.advance(61 * 60_000)
  expect(await refusals(platform.as(boss), 'delUser(id: $id)', { id: second.user.id })).toEqual(['SIGN_IN_AGAIN'])
})

test('an administrator ends the sessions of a user, and not the own ones in this way', async () => {
  const person = await platform.createUser()
  const me = async () => (await platform.as(person).graphql('{ me { id } }')).data?.['me'] ?? null
  const boss = await platform.signIn(admin)
  expect(await me()).toEqual({ id: person.user.id })
  platform.clock.advance(1_000)
  const end = 'endSessions(user_id: $id)'
  expect(await refusals(platform.as(boss), end, { id: person.user.id })).toBeNull()
  expect(await me()).toBeNull()
  expect(await refusals(platform.as(boss), end, { id: boss.user.id })).toEqual(['NOT_AUTHORIZED'])
  expect(await refusals(platform.as(boss), end, { id: 'unknown' })).toEqual(['NOT_FOUND'])
  const moderator = await platform.createUser({ roles: ['MODERATOR'] })
  expect(await refusals(platform.as(moderator), end, { id: person.user.id })).toEqual(['NOT_AUTHORIZED'])
})

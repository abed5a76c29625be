import type { Asset, Tag } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusals } from '../moderation/operations.ts'
import { decide } from './operations.ts'

const tag = (name: string, permissions: Tag['permissions']): Tag => ({
  name,
  permissions,
  models: ['COMMENTS'],
  created_at: new Date(0),
})
const tags = [
  tag('PICKED', { public: true, self: false, roles: ['ADMIN', 'MODERATOR'] }),
  tag('CHECKED', { public: true, self: false, roles: ['ADMIN'] }),
  tag('OWN', { public: true, self: true, roles: [] }),
]

let platform: TestPlatform
let asset: Asset
let moderator: TestUser

beforeAll(async () => {
  platform = await createTestPlatform({ plugins: [{ tags }] })
  asset = await platform.createAsset()
  moderator = await platform.createUser({ roles: ['MODERATOR'] })
})

afterAll(() => platform[Symbol.asyncDispose]())

const takeBack = (user: TestUser | null, id: string) => refusals(platform.as(user), 'takeBackDecision(id: $id)', { id })

const READ = `query ($id: ID!) { comment(id: $id) {
  status rejection_reason status_history { type assigned_by { id } }
  moderation { author { banned suspendedUntil alwaysPremod } tags }
} }`

async function read(user: TestUser, id: string): Promise<Record<string, any>> {
  const { data } = await platform.as(user).graphql<{ comment: Record<string, unknown> }>(READ, { id })
  return data!.comment
}

test.each(['NONE', 'PREMOD', 'SYSTEM_WITHHELD', 'ACCEPTED'] as const)(
  'a rejection of a comment that was %s is taken back to that status, by a decision of its own',
  async status => {
    const { id } = await platform.createComment({ asset, status })
    await decide(platform.as(moderator), id, 'REJECTED')
    expect(await takeBack(moderator, id)).toBeNull()
    const { status: now, status_history: history } = await read(moderator, id)
    expect(now).toBe(status)
    expect(history.at(-1)).toEqual({ type: status, assigned_by: { id: moderator.user.id } })
    expect(history).toHaveLength(3)
  },
)

test('the decision of a colleague is not taken back in place of the own one', async () => {
  const { id } = await platform.createComment({ asset })
  await decide(platform.as(moderator), id, 'REJECTED')
  const undo = () => refusals(platform.as(moderator), 'takeBackDecision(id: $id, status: REJECTED)', { id })
  await decide(platform.as(await platform.createUser({ roles: ['ADMIN'] })), id, 'ACCEPTED')
  expect(await undo()).toEqual(['DECIDED_MEANWHILE'])
  expect((await read(moderator, id))['status']).toBe('ACCEPTED')
  await decide(platform.as(moderator), id, 'REJECTED')
  expect(await undo()).toBeNull()
  expect((await read(moderator, id))['status']).toBe('ACCEPTED')
})

test('a rejection that was lifted by mistake comes back with its reason', async () => {
  const { id } = await platform.createComment({ asset })
  await platform.services.comments.setStatus(moderator.user, id, { status: 'REJECTED', reason: 'An advert' })
  await decide(platform.as(moderator), id, 'ACCEPTED')
  await takeBack(moderator, id)
  expect(await read(moderator, id)).toMatchObject({ status: 'REJECTED', rejection_reason: 'An advert' })
})

test('a comment that had one status only is left as it is, and so is one that readers try to restore', async () => {
  const { id } = await platform.createComment({ asset })
  expect(await takeBack(moderator, id)).toEqual(['BAD_USER_INPUT'])
  await decide(platform.as(moderator), id, 'REJECTED')
  for (const caller of [null, await platform.createUser(), await platform.createUser({ roles: ['STAFF'] })])
    expect(await takeBack(caller, id)).toEqual(['NOT_AUTHORIZED'])
  expect((await read(moderator, id))['status']).toBe('REJECTED')
})

test('the karma of the author is what it was before the decision that was taken back', async () => {
  const author = await platform.createUser()
  const admin = await platform.createUser({ roles: ['ADMIN'] })
  const karma = async () => {
    const { data } = await platform
      .as(admin)
      .graphql<{ user: { reliable: { commenterKarma: number } } }>(
        'query ($id: ID!) { user(id: $id) { reliable { commenterKarma } } }',
        { id: author.user.id },
      )
    return data!.user.reliable.commenterKarma
  }
  const before = await karma()
  const { id } = await platform.createComment({ asset, author })
  await decide(platform.as(moderator), id, 'REJECTED')
  expect(await karma()).toBeLessThan(before)
  await takeBack(moderator, id)
  expect(await karma()).toBe(before)
})

test('a moderator learns what holds for an author and which tags are for moderators, and nothing about equals', async () => {
  const author = await platform.createUser()
  const { id } = await platform.createComment({ asset, author })
  await refusals(platform.as(moderator), 'alwaysPremodUser(input: { id: $id })', { id: author.user.id })
  expect((await read(moderator, id))['moderation']).toEqual({
    author: { banned: false, suspendedUntil: null, alwaysPremod: true },
    tags: ['PICKED'],
  })
  const admin = await platform.createUser({ roles: ['ADMIN'] })
  const equals = await platform.createComment({ asset, author: await platform.createUser({ roles: ['MODERATOR'] }) })
  expect((await read(moderator, equals.id))['moderation'].author).toBeNull()
  expect((await read(admin, equals.id))['moderation']).toMatchObject({
    author: { banned: false },
    tags: ['PICKED', 'CHECKED'],
  })
  for (const reader of [author, await platform.createUser({ roles: ['STAFF'] })])
    expect((await read(reader, id))['moderation']).toBeNull()
})

import type { Asset, Comment, CommentStatus } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decide } from './operations.ts'

let platform: TestPlatform
let asset: Asset
let moderator: TestUser

beforeAll(async () => {
  platform = await createTestPlatform({ now: new Date('2026-03-01T12:00:00.000Z') })
  moderator = await platform.createUser({ roles: ['MODERATOR'] })
  asset = await platform.createAsset()
})

afterAll(() => platform[Symbol.asyncDispose]())

const stored = async (id: string) => (await platform.services.docstore.collection<Comment>('comments').findOne({ id }))!

test('a decision changes the status and says in the history who took it and when', async () => {
  const { id } = await platform.createComment({ asset })
  platform.clock.advance(1_000)
  expect(await decide(platform.as(moderator), id, 'REJECTED')).toEqual({ id: null, status: null, errors: null })
  const { data } = await platform
    .as(moderator)
    .graphql('query ($id: ID!) { comment(id: $id) { status status_history { type created_at assigned_by { id } } } }', {
      id,
    })
  expect(data!['comment']).toMatchObject({
    status: 'REJECTED',
    status_history: [
      { type: 'NONE', assigned_by: null },
      { type: 'REJECTED', assigned_by: { id: moderator.user.id } },
    ],
  })
})

test('the same decision again changes nothing', async () => {
  const { id } = await platform.createComment({ asset })
  await decide(platform.as(moderator), id, 'ACCEPTED')
  const before = await stored(id)
  platform.clock.advance(1_000)
  expect((await decide(platform.as(moderator), id, 'ACCEPTED')).errors).toBeNull()
  expect(await stored(id)).toEqual(before)
})

describe('who may decide', () => {
  test.each([
    ['ADMIN', null],
    ['MODERATOR', null],
    ['STAFF', ['NOT_AUTHORIZED']],
    ['COMMENTER', ['NOT_AUTHORIZED']],
  ] as const)('%s', async (role, expected) => {
    const { id } = await platform.createComment({ asset })
    expect((await decide(platform.as(await platform.createUser({ roles: [role] })), id, 'REJECTED')).errors).toEqual(
      expected,
    )
    expect((await stored(id)).status).toBe(expected ? 'NONE' : 'REJECTED')
  })

  test('an anonymous caller, the author, a banned moderator', async () => {
    const author = await platform.createUser()
    const banned = await platform.createUser({ roles: ['MODERATOR'] })
    await platform.services.docstore
      .collection('users')
      .updateOne({ id: banned.user.id }, { $set: { 'status.banned.status': true } })
    const { id } = await platform.createComment({ asset, author })
    for (const caller of [null, author, banned])
      expect((await decide(platform.as(caller), id, 'ACCEPTED')).errors).toEqual(['NOT_AUTHORIZED'])
    expect((await stored(id)).status).toBe('NONE')
  })
})

test('an unknown comment is not found', async () => {
  expect((await decide(platform.as(moderator), 'unknown', 'ACCEPTED')).errors).toEqual(['NOT_FOUND'])
})

const STATUSES: CommentStatus[] = ['NONE', 'ACCEPTED', 'REJECTED', 'PREMOD', 'SYSTEM_WITHHELD']
const visible = (status: CommentStatus) => status === 'NONE' || status === 'ACCEPTED'

test.each(STATUSES.flatMap(from => STATUSES.map(to => ({ from, to }))))(
  'after a change from $from to $to the counts are those of the visible comments [R07]',
  async ({ from, to }) => {
    const discussion = await platform.createAsset()
    const root = await platform.createComment({ asset: discussion })
    const reply = await platform.createComment({ asset: discussion, parent: root, status: from })
    await decide(platform.as(moderator), reply.id, to)
    const { data } = await platform.graphql(
      `query ($id: ID!, $root: ID!) {
        asset(id: $id) { commentCount totalCommentCount }
        comment(id: $root) { replyCount }
      }`,
      { id: discussion.id, root: root.id },
    )
    const replies = visible(to) ? 1 : 0
    expect(data).toEqual({
      asset: { commentCount: 1, totalCommentCount: 1 + replies },
      comment: { replyCount: replies },
    })
  },
)

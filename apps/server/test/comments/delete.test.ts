import type { Action, Asset, Comment, CommentStatus } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { edit } from './operations.ts'

let platform: TestPlatform
let asset: Asset
let author: TestUser
let comment: Comment

beforeAll(async () => {
  platform = await createTestPlatform()
})
beforeEach(async () => {
  asset = await platform.createAsset()
  author = await platform.createUser()
  comment = await platform.createComment({ asset, author, body: 'I regret this' })
})
afterAll(() => platform[Symbol.asyncDispose]())

const DELETE = `mutation ($id: ID!) {
  deleteOwnComment(id: $id) { comment { id body status user { id } } errors { translation_key } }
}`

async function remove(id: string, user: TestUser | null = author) {
  const { data, errors } = await platform.as(user).graphql(DELETE, { id })
  expect(errors).toEqual([])
  return data!['deleteOwnComment']
}
const stored = () => platform.services.docstore.collection<Comment>('comments').findOne({ id: comment.id })

test('an author deletes the own comment: its text and name are gone, and its place and replies stay', async () => {
  const reply = await platform.createComment({ asset, parent: comment, body: 'I answer' })
  expect(await remove(comment.id)).toEqual({
    comment: { id: comment.id, body: null, status: 'NONE', user: null },
    errors: null,
  })
  const { data } = await platform.graphql(
    `query ($id: ID!) { asset(id: $id) {
      totalCommentCount comments { nodes { id body user { id } replies { nodes { id body } } } }
    } }`,
    { id: asset.id },
  )
  expect(data!['asset']).toEqual({
    totalCommentCount: 2,
    comments: {
      nodes: [{ id: comment.id, body: null, user: null, replies: { nodes: [{ id: reply.id, body: 'I answer' }] } }],
    },
  })
  expect(JSON.stringify(await stored())).not.toMatch(new RegExp(`I regret this|${author.user.id}`))
})

test('the reports of a deleted comment go with it', async () => {
  await platform
    .as(await platform.createUser())
    .graphql('mutation ($id: ID!) { createFlag(flag: { item_id: $id, item_type: COMMENTS }) { errors { message } } }', {
      id: comment.id,
    })
  const actions = platform.services.docstore.collection<Action>('actions')
  expect(await actions.countDocuments({ item_id: comment.id })).toBe(1)
  await remove(comment.id)
  expect([await actions.countDocuments({ item_id: comment.id }), (await stored())?.action_counts]).toEqual([0, {}])
})

test('a deleted comment can be neither deleted again nor edited nor decided about', async () => {
  await remove(comment.id)
  expect((await remove(comment.id)).errors).toEqual([{ translation_key: 'NOT_FOUND' }])
  const changed = await edit(platform.as(author), { id: comment.id, asset_id: asset.id })
  expect(changed.errors).toEqual(['NOT_FOUND'])
  const moderator = await platform.createUser({ roles: ['MODERATOR'] })
  const { data } = await platform
    .as(moderator)
    .graphql('mutation ($id: ID!) { setCommentStatus(id: $id, status: REJECTED) { errors { translation_key } } }', {
      id: comment.id,
    })
  expect(data!['setCommentStatus'].errors).toEqual([{ translation_key: 'NOT_FOUND' }])
})

describe('who may delete a comment [R02]', () => {
  test('no other user, not even an administrator, by this mutation', async () => {
    for (const roles of [['COMMENTER'], ['STAFF'], ['ADMIN']] as const) {
      const user = await platform.createUser({ roles: [...roles] })
      expect((await remove(comment.id, user)).errors).toEqual([{ translation_key: 'NOT_AUTHORIZED' }])
    }
    expect((await remove(comment.id, null)).errors).toEqual([{ translation_key: 'NOT_AUTHORIZED' }])
    expect((await stored())?.body).toBe('I regret this')
  })

  test('the answer does not tell a hidden comment of another user from one that does not exist', async () => {
    const hidden = await platform.createComment({ asset, author, status: 'PREMOD' })
    const other = await platform.createUser()
    const [one, none] = [await remove(hidden.id, other), await remove('no-such-comment', other)]
    expect(one).toEqual(none)
  })

  test.each<[CommentStatus, readonly string[] | null]>([
    ['ACCEPTED', null],
    ['PREMOD', null],
    ['SYSTEM_WITHHELD', null],
    ['REJECTED', ['NOT_AUTHORIZED']],
  ])('its author, when it is %s: %j', async (status, expected) => {
    const own = await platform.createComment({ asset, author, status })
    const { errors } = await remove(own.id)
    expect(errors?.map((error: { translation_key: string }) => error.translation_key) ?? null).toEqual(expected)
  })

  test('not a banned author', async () => {
    await platform.services.docstore
      .collection('users')
      .updateOne({ id: author.user.id }, { $set: { 'status.banned.status': true } })
    expect((await remove(comment.id)).errors).toEqual([{ translation_key: 'NOT_AUTHORIZED' }])
  })
})

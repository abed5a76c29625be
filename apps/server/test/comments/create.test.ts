import type { Asset, User } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { post } from './operations.ts'

let platform: TestPlatform
let asset: Asset
let author: TestUser

beforeAll(async () => {
  platform = await createTestPlatform({ now: new Date('2026-03-01T12:00:00.000Z') })
  author = await platform.createUser()
})

beforeEach(async () => {
  asset = await platform.createAsset()
  await platform.services.docstore.collection('settings').deleteMany({})
  platform.services.revisions.bumpAll()
})

afterAll(() => platform[Symbol.asyncDispose]())

const change = (user: TestUser, $set: Record<string, unknown>) =>
  platform.services.docstore.collection<User>('users').updateOne({ id: user.user.id }, { $set })

test('a comment is published immediately, with its histories and its place', async () => {
  const { id, status, errors } = await post(platform.as(author), { asset_id: asset.id })
  expect({ status, errors }).toEqual({ status: 'NONE', errors: null })
  const { data } = await platform.as(author).graphql(
    `query ($id: ID!) { comment(id: $id) {
    body created_at updated_at hasParent replyCount user { username } parent { id }
    body_history { body created_at } editing { edited editableUntil } url
  } }`,
    { id },
  )
  const at = '2026-03-01T12:00:00.000Z'
  expect(data!['comment']).toEqual({
    body: 'What I think about this',
    created_at: at,
    updated_at: at,
    hasParent: false,
    replyCount: 0,
    user: { username: author.user.username },
    parent: null,
    body_history: [{ body: 'What I think about this', created_at: at }],
    editing: { edited: false, editableUntil: '2026-03-01T12:00:30.000Z' },
    url: `${asset.url}?commentId=${id}`,
  })
})

describe('account status [R10]', () => {
  const later = new Date('2026-03-01T13:00:00.000Z')
  const earlier = new Date('2026-03-01T11:00:00.000Z')
  test.each<[name: string, change: Record<string, unknown>, errors: string[] | null]>([
    ['a user without any restriction can comment', {}, null],
    ['a banned user can not comment', { 'status.banned.status': true }, ['NOT_AUTHORIZED']],
    ['a suspended user can not comment', { 'status.suspension.until': later }, ['NOT_AUTHORIZED']],
    ['a user whose suspension is over can comment', { 'status.suspension.until': earlier }, null],
    ['a user who has not chosen a username can not comment', { 'status.username.status': 'UNSET' }, ['NOT_AUTHORIZED']],
    ['a user with a rejected username can not comment', { 'status.username.status': 'REJECTED' }, ['NOT_AUTHORIZED']],
    ['a user with a changed username can not comment', { 'status.username.status': 'CHANGED' }, ['NOT_AUTHORIZED']],
    ['a user with an approved username can comment', { 'status.username.status': 'APPROVED' }, null],
    ['a user without a username status can comment', { 'status.username': {} }, null],
  ])('%s', async (_name, fields, expected) => {
    const user = await platform.createUser()
    await change(user, { created_at: earlier, ...fields })
    expect((await post(platform.as(user), { asset_id: asset.id })).errors).toEqual(expected)
  })

  test('a suspension ends at its very moment', async () => {
    const user = await platform.createUser()
    await change(user, { 'status.suspension.until': new Date(platform.clock.now().getTime() + 1_000) })
    platform.clock.advance(999)
    expect((await post(platform.as(user), { asset_id: asset.id })).errors).toEqual(['NOT_AUTHORIZED'])
    platform.clock.advance(1)
    expect((await post(platform.as(user), { asset_id: asset.id })).errors).toBeNull()
  })

  test('an anonymous reader can not comment', async () => {
    expect((await post(platform, { asset_id: asset.id })).errors).toEqual(['NOT_AUTHORIZED'])
  })
})

describe('the text', () => {
  test.each<[name: string, body: string, settings: Record<string, unknown>, errors: string[] | null]>([
    ['empty', '', {}, ['COMMENT_TOO_SHORT']],
    ['one letter', 'a', {}, ['COMMENT_TOO_SHORT']],
    ['two letters', 'ok', {}, null],
    ['white space', ' \n\t  ', {}, ['COMMENT_TOO_SHORT']],
    ['invisible characters', '\u200b\u200d\ufeff\u2060', {}, ['COMMENT_TOO_SHORT']],
    ['one emoji of two code units', '😀', {}, ['COMMENT_TOO_SHORT']],
    ['at the limit, in code points', '😀'.repeat(10), { charCountEnable: true, charCount: 10 }, null],
    ['one code point above the limit', 'a'.repeat(11), { charCountEnable: true, charCount: 10 }, ['COMMENT_TOO_LONG']],
    ['above a limit that is off', 'a'.repeat(11), { charCountEnable: false, charCount: 10 }, null],
    ['above what any site takes', 'ä'.repeat(33_000), {}, ['COMMENT_TOO_LONG']],
  ])('%s', async (_name, body, settings, expected) => {
    await platform.services.settings.update(settings)
    expect((await post(platform.as(author), { asset_id: asset.id, body })).errors).toEqual(expected)
  })
})

describe('the discussion', () => {
  test.each([
    ['closed in the past', -1, ['COMMENTING_CLOSED']],
    ['closed this moment', 0, ['COMMENTING_CLOSED']],
    ['that closes later', 1, null],
  ])('%s [R11]', async (_name, shift, expected) => {
    const closing = await platform.createAsset({ closedAt: new Date(platform.clock.now().getTime() + shift) })
    expect((await post(platform.as(author), { asset_id: closing.id })).errors).toEqual(expected)
    expect(await platform.services.docstore.collection('comments').countDocuments({ asset_id: closing.id })).toBe(
      expected ? 0 : 1,
    )
  })

  test('is refused while commenting is switched off [R11]', async () => {
    await platform.services.settings.update({ disableCommenting: true })
    expect((await post(platform.as(author), { asset_id: asset.id })).errors).toEqual(['COMMENTING_DISABLED'])
  })

  test('that does not exist', async () => {
    expect((await post(platform.as(author), { asset_id: 'nowhere' })).errors).toEqual(['NOT_FOUND'])
  })
})

describe('what it answers', () => {
  test.each([
    ['a published comment', 'NONE', null],
    ['an accepted comment', 'ACCEPTED', null],
    ['a rejected comment', 'REJECTED', ['COMMENT_PARENT_NOT_VISIBLE']],
    ['a comment that waits', 'PREMOD', ['COMMENT_PARENT_NOT_VISIBLE']],
    ['a withheld comment', 'SYSTEM_WITHHELD', ['COMMENT_PARENT_NOT_VISIBLE']],
  ] as const)('%s', async (_name, status, expected) => {
    const parent = await platform.createComment({ asset, status })
    expect((await post(platform.as(author), { asset_id: asset.id, parent_id: parent.id })).errors).toEqual(expected)
  })

  test.each([
    [
      'a comment of another discussion',
      async () => (await platform.createComment({ asset: await platform.createAsset() })).id,
    ],
    [
      'a deleted comment',
      async () => {
        const { id } = await platform.createComment({ asset })
        await platform.services.docstore.collection('comments').updateOne({ id }, { $set: { deleted_at: new Date() } })
        return id
      },
    ],
    ['nothing there', () => 'nothing'],
    ['an asset', () => asset.id],
  ])('%s', async (_name, parent) => {
    const answer = await post(platform.as(author), { asset_id: asset.id, parent_id: await parent() })
    expect(answer.errors).toEqual(['COMMENT_PARENT_NOT_VISIBLE'])
    expect(
      (await platform.graphql('query ($id: ID!) { asset(id: $id) { totalCommentCount } }', { id: asset.id })).data![
        'asset'
      ].totalCommentCount,
    ).toBeLessThan(2)
  })
})

describe('the status a new comment gets', () => {
  test.each<
    [
      name: string,
      by: { roles?: 'STAFF'[]; alwaysPremod?: boolean },
      settings: Record<string, unknown>,
      own: Record<string, unknown>,
      status: string,
    ]
  >([
    ['afterwards moderated', {}, {}, {}, 'NONE'],
    ['pre-moderated', {}, { moderation: 'PRE' }, {}, 'PREMOD'],
    ['pre-moderated in this discussion', {}, {}, { moderation: 'PRE' }, 'PREMOD'],
    ['pre-moderated, but not in this discussion', {}, { moderation: 'PRE' }, { moderation: 'POST' }, 'NONE'],
    ['by a user whose comments always wait', { alwaysPremod: true }, {}, {}, 'PREMOD'],
    ['by staff', { roles: ['STAFF'] }, {}, {}, 'ACCEPTED'],
    ['by staff, pre-moderated', { roles: ['STAFF'] }, { moderation: 'PRE' }, {}, 'ACCEPTED'],
  ])('%s', async (_name, { roles, alwaysPremod }, settings, own, expected) => {
    const user = await platform.createUser(roles ? { roles } : {})
    if (alwaysPremod) await change(user, { 'status.alwaysPremod.status': true })
    await platform.services.settings.update(settings)
    const discussion = await platform.createAsset({ settings: own })
    expect((await post(platform.as(user), { asset_id: discussion.id })).status).toBe(expected)
  })
})

test('an input with a field that clients may not set is refused, and nothing is stored', async () => {
  const { status, errors } = await platform.as(author).graphql(
    `mutation {
      createComment(input: { asset_id: "${asset.id}", body: "What I think", status: ACCEPTED }) {
        comment { id }
      }
    }`,
  )
  expect({ status, codes: errors.map(error => error.code) }).toEqual({
    status: 400,
    codes: ['GRAPHQL_VALIDATION_FAILED'],
  })
  expect(await platform.services.docstore.collection('comments').countDocuments({ asset_id: asset.id })).toBe(0)
})

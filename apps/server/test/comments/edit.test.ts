import type { Asset, Comment, CommentStatus } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decide, edit, post } from './operations.ts'

let platform: TestPlatform
let asset: Asset
let author: TestUser

beforeAll(async () => {
  platform = await createTestPlatform({ now: new Date('2026-03-01T12:00:00.000Z') })
  author = await platform.createUser()
  asset = await platform.createAsset()
})

afterAll(() => platform[Symbol.asyncDispose]())

const stored = async (id: string) => (await platform.services.docstore.collection<Comment>('comments').findOne({ id }))!
const later = (milliseconds: number) => new Date(platform.clock.now().getTime() + milliseconds)

test('an edit changes the text and keeps every text with its time', async () => {
  const { id } = await platform.createComment({ asset, author, body: 'What I think about this' })
  platform.clock.advance(5_000)
  expect(await edit(platform.as(author), { id, asset_id: asset.id })).toEqual({ id, status: 'NONE', errors: null })
  const { data } = await platform
    .as(author)
    .graphql('query ($id: ID!) { comment(id: $id) { body editing { edited } body_history { body created_at } } }', {
      id,
    })
  expect(data!['comment']).toEqual({
    body: 'What I think by now',
    editing: { edited: true },
    body_history: [
      { body: 'What I think about this', created_at: later(-5_000).toISOString() },
      { body: 'What I think by now', created_at: later(0).toISOString() },
    ],
  })
})

describe('the window', () => {
  test('is open to the last millisecond, counted from the creation, not from the last edit', async () => {
    const { id } = await platform.createComment({ asset, author })
    platform.clock.advance(29_999)
    expect((await edit(platform.as(author), { id, asset_id: asset.id })).errors).toBeNull()
    platform.clock.advance(1)
    expect((await edit(platform.as(author), { id, asset_id: asset.id })).errors).toEqual(['EDIT_WINDOW_ENDED'])
  })

  test('is as long as the setting says', async () => {
    await platform.services.settings.update({ editCommentWindowLength: 60_000 })
    const { id } = await platform.createComment({ asset, author })
    platform.clock.advance(59_999)
    expect((await edit(platform.as(author), { id, asset_id: asset.id })).errors).toBeNull()
    await platform.services.settings.update({ editCommentWindowLength: 30_000 })
    expect((await edit(platform.as(author), { id, asset_id: asset.id })).errors).toEqual(['EDIT_WINDOW_ENDED'])
  })
})

describe('refused', () => {
  test.each<
    [
      what: string,
      by: () => Promise<TestUser | null>,
      which: (comment: Comment) => Record<string, string>,
      errors: string[],
    ]
  >([
    ['an unknown comment', async () => author, () => ({ id: 'unknown' }), ['NOT_FOUND']],
    ['a comment of another discussion', async () => author, () => ({ asset_id: 'elsewhere' }), ['NOT_FOUND']],
    ['by another reader', () => platform.createUser(), () => ({}), ['NOT_AUTHORIZED']],
    [
      'by a moderator who is not the author',
      () => platform.createUser({ roles: ['MODERATOR'] }),
      () => ({}),
      ['NOT_AUTHORIZED'],
    ],
    ['by an anonymous reader', async () => null, () => ({}), ['NOT_AUTHORIZED']],
    ['a text that is too short', async () => author, () => ({ body: ' ' }), ['COMMENT_TOO_SHORT']],
  ])('%s', async (_what, by, which, expected) => {
    const comment = await platform.createComment({ asset, author })
    const { errors } = await edit(platform.as(await by()), { id: comment.id, asset_id: asset.id, ...which(comment) })
    expect(errors).toEqual(expected)
    expect(await stored(comment.id)).toMatchObject({ body: comment.body })
    expect((await stored(comment.id)).body_history).toBeUndefined()
  })

  test('a deleted comment', async () => {
    const comment = await platform.createComment({ asset, author })
    await platform.services.docstore
      .collection('comments')
      .updateOne({ id: comment.id }, { $set: { deleted_at: new Date() } })
    expect((await edit(platform.as(author), { id: comment.id, asset_id: asset.id })).errors).toEqual(['NOT_FOUND'])
  })
})

test.each<[CommentStatus, string[] | null]>([
  ['NONE', null],
  ['PREMOD', null],
  ['ACCEPTED', null],
  ['REJECTED', ['NOT_AUTHORIZED']],
  ['SYSTEM_WITHHELD', ['NOT_AUTHORIZED']],
])('a comment of status %s', async (status, expected) => {
  const comment = await platform.createComment({ asset, author, status })
  expect((await edit(platform.as(author), { id: comment.id, asset_id: asset.id })).errors).toEqual(expected)
})

test.each<CommentStatus>(['PREMOD', 'REJECTED', 'SYSTEM_WITHHELD'])(
  'another reader gets the same answer for a comment of status %s as for one that does not exist',
  async status => {
    const hidden = await platform.createComment({ asset, author, status })
    const reader = platform.as(await platform.createUser())
    const answers = await Promise.all(
      [hidden.id, 'unknown'].map(id =>
        reader.graphql(
          `mutation ($id: ID!, $asset: ID!) {
            editComment(id: $id, asset_id: $asset, edit: { body: "Another text" }) {
              comment { id } errors { translation_key message }
            }
          }`,
          { id, asset: asset.id },
        ),
      ),
    )
    expect(answers[0]!.data!['editComment'].errors).toMatchObject([{ translation_key: 'NOT_FOUND' }])
    expect(answers[0]).toEqual(answers[1])
  },
)

describe('the status after an edit', () => {
  test('is decided anew: an accepted comment of a commenter waits again where comments wait', async () => {
    const waiting = await platform.createAsset({ settings: { moderation: 'PRE' } })
    const comment = await platform.createComment({ asset: waiting, author, status: 'ACCEPTED' })
    expect((await edit(platform.as(author), { id: comment.id, asset_id: waiting.id })).status).toBe('PREMOD')
    expect((await stored(comment.id)).status_history.map(entry => entry.type)).toEqual(['ACCEPTED', 'PREMOD'])
    expect(
      (await platform.services.docstore.collection<Asset>('assets').findOne({ id: waiting.id }))!.comment_counts,
    ).toMatchObject({ total: 0, roots: 0 })
  })

  test('is released by an edit only where the pipeline holds the comment, not a moderator', async () => {
    const moderator = await platform.createUser({ roles: ['MODERATOR'] })
    const waiting = await platform.createAsset({ settings: { moderation: 'PRE' } })
    const [held, waits] = [
      (await post(platform.as(author), { asset_id: waiting.id })).id!,
      (await post(platform.as(author), { asset_id: waiting.id })).id!,
    ]
    for (const _again of [1, 2]) expect((await decide(platform.as(moderator), held, 'PREMOD')).errors).toBeNull()
    expect((await stored(held)).status_history.map(({ type, assigned_by: by }) => [type, by])).toEqual([
      ['PREMOD', null],
      ['PREMOD', moderator.user.id],
    ])
    await platform.services.assets.updateSettings(waiting.id, { moderation: 'POST' })
    expect([
      (await edit(platform.as(author), { id: held, asset_id: waiting.id })).status,
      (await edit(platform.as(author), { id: waits, asset_id: waiting.id })).status,
    ]).toEqual(['PREMOD', 'NONE'])
  })

  test('stays ACCEPTED for staff, without another entry in the history', async () => {
    const staff = await platform.createUser({ roles: ['STAFF'] })
    const comment = await platform.createComment({ asset, author: staff })
    expect((await edit(platform.as(staff), { id: comment.id, asset_id: asset.id })).status).toBe('ACCEPTED')
    expect((await stored(comment.id)).status_history.map(entry => entry.type)).toEqual(['ACCEPTED'])
  })
})

test('a comment keeps the latest hundred of its texts [N17]', async () => {
  const comment = await platform.createComment({ asset, author })
  for (let i = 0; i < 104; i++)
    await platform.services.comments.edit(author.user, {
      id: comment.id,
      asset_id: asset.id,
      body: `text ${i}`,
    })
  const { body_history: texts } = await stored(comment.id)
  expect([texts.length, texts[0]!.body, texts.at(-1)!.body]).toEqual([100, 'text 4', 'text 103'])
})

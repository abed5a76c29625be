import type { Asset, Comment, CommentStatus, User } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recorded } from '../moderation/operations.ts'
import { decide, edit, post } from './operations.ts'

let platform: TestPlatform
let moderator: TestPlatform
let author: TestUser
let asset: Asset
let events: string[]

beforeAll(async () => {
  // A plugin may ask for a status; `[status]` at the end of a text stands for that here.
  platform = await createTestPlatform({
    plugins: [
      {
        hooks: {
          RootMutation: {
            createComment: {
              pre: (_root: unknown, { input }: { input: { body: string; status?: string } }) => {
                const asked = /\[(\w+)\]$/.exec(input.body)?.[1]
                if (asked) input.status = asked
              },
            },
          },
        },
      },
    ],
  })
  events = recorded(platform)
  moderator = platform.as(await platform.createUser({ roles: ['MODERATOR'] }))
})

beforeEach(async () => {
  author = await platform.createUser()
  asset = await platform.createAsset()
  await platform.services.docstore.collection('settings').deleteMany({})
  platform.services.revisions.bumpAll()
})

afterAll(() => platform[Symbol.asyncDispose]())

const configure = (values: Record<string, unknown>) => platform.services.settings.update(values)
const stored = async (id: string) => (await platform.services.docstore.collection<Comment>('comments').findOne({ id }))!
const setKarma = ({ user: { id } }: TestUser, karma: number) =>
  platform.services.docstore
    .collection<User>('users')
    .updateOne({ id }, { $set: { 'metadata.trust.comment.karma': karma } })
const karmaOf = async ({ user: { id } }: TestUser) =>
  (
    await moderator.graphql(
      'query ($id: ID!) { user(id: $id) { reliable { commenter commenterKarma flagger flaggerKarma } } }',
      { id },
    )
  ).data!['user'].reliable
const counts = async (root: string) => {
  const { data } = await platform.graphql(
    `query ($id: ID!, $root: ID!) {
      asset(id: $id) { commentCount totalCommentCount }
      comment(id: $root) { replyCount }
    }`,
    { id: asset.id, root },
  )
  return [data!['asset'].commentCount, data!['asset'].totalCommentCount, data!['comment'].replyCount]
}

describe('the first phase that decides has the last word', () => {
  test.each<
    [
      what: string,
      by: { role?: 'STAFF' | 'ADMIN'; karma?: number; always?: boolean },
      settings: Record<string, unknown>,
      body: string,
      expected: CommentStatus,
    ]
  >([
    ['a banned word before the staff', { role: 'STAFF' }, {}, 'a badword', 'REJECTED'],
    ['a banned word before a link', {}, { premodLinksEnable: true }, 'badword at example.com', 'REJECTED'],
    ['a banned word before what a plugin asks', {}, {}, 'badword [ACCEPTED]', 'REJECTED'],
    ['the staff before a link', { role: 'STAFF' }, { premodLinksEnable: true }, 'at example.com', 'ACCEPTED'],
    ['the staff before trust', { role: 'STAFF', karma: -9 }, {}, 'fine', 'ACCEPTED'],
    ['the staff before what a plugin asks', { role: 'ADMIN' }, {}, 'fine [PREMOD]', 'ACCEPTED'],
    ['the staff before pre-moderation', { role: 'ADMIN', always: true }, { moderation: 'PRE' }, 'fine', 'ACCEPTED'],
    [
      'a link before what a plugin asks',
      {},
      { premodLinksEnable: true },
      'at example.com [REJECTED]',
      'SYSTEM_WITHHELD',
    ],
    ['trust before what a plugin asks', { karma: -1 }, {}, 'fine [REJECTED]', 'SYSTEM_WITHHELD'],
    ['trust before pre-moderation', { karma: -1 }, { moderation: 'PRE' }, 'fine', 'SYSTEM_WITHHELD'],
    ['what a plugin asks before pre-moderation', {}, { moderation: 'PRE' }, 'fine [ACCEPTED]', 'ACCEPTED'],
    ['what a plugin asks before a person whose comments always wait', { always: true }, {}, 'fine [NONE]', 'NONE'],
    ['nothing', {}, {}, 'fine', 'NONE'],
  ])('%s', async (_what, { role, karma, always }, settings, body, expected) => {
    const user = await platform.createUser(role ? { roles: [role] } : {})
    if (karma !== undefined) await setKarma(user, karma)
    if (always)
      await platform.services.docstore
        .collection<User>('users')
        .updateOne({ id: user.user.id }, { $set: { 'status.alwaysPremod.status': true } })
    await configure({ wordlist: { banned: ['badword'] }, ...settings })
    expect(await post(platform.as(user), { asset_id: asset.id, body })).toMatchObject({
      status: expected,
      errors: null,
    })
  })
})

describe('an edit', () => {
  test('that hides a reply takes it out of every count, and one that shows it brings it back', async () => {
    const root = await platform.createComment({ asset })
    const reply = await platform.createComment({ asset, parent: root, author })
    expect(await counts(root.id)).toEqual([1, 2, 1])
    await configure({ moderation: 'PRE' })
    expect((await edit(platform.as(author), { id: reply.id, asset_id: asset.id, body: 'changed' })).status).toBe(
      'PREMOD',
    )
    expect(await counts(root.id)).toEqual([1, 1, 0])
    await configure({ moderation: 'POST' })
    expect((await edit(platform.as(author), { id: reply.id, asset_id: asset.id, body: 'changed again' })).status).toBe(
      'NONE',
    )
    expect(await counts(root.id)).toEqual([1, 2, 1])
  })

  test('that leaves the status adds nothing to its history; the same text again changes nothing', async () => {
    const { id } = await platform.createComment({ asset, author })
    events.length = 0
    await edit(platform.as(author), { id, asset_id: asset.id, body: 'changed' })
    const once = await stored(id)
    expect([once.status_history.map(({ type }) => type), once.body_history.length, events]).toEqual([
      ['NONE'],
      2,
      ['commentEdited'],
    ])
    expect((await edit(platform.as(author), { id, asset_id: asset.id, body: 'changed' })).errors).toBeNull()
    expect([await stored(id), events]).toEqual([once, ['commentEdited']])
  })

  test('is announced, though the filter finds the same word as before', async () => {
    await configure({ wordlist: { suspect: ['odd'] } })
    const { id } = await post(platform.as(author), { asset_id: asset.id, body: 'something odd' })
    events.length = 0
    await edit(platform.as(author), { id: id!, asset_id: asset.id, body: 'something odd, still' })
    expect(events).toEqual(['commentEdited'])
    expect((await stored(id!)).action_counts).toEqual({ flag: 1, flag_suspect_word: 1 })
  })

  test('is moderated by the settings of its own discussion, whatever asset the client names', async () => {
    const [strict, lax] = [
      await platform.createAsset({ settings: { moderation: 'PRE' } }),
      await platform.createAsset(),
    ]
    const { id } = await platform.createComment({ asset: strict, author, status: 'ACCEPTED' })
    expect((await edit(platform.as(author), { id, asset_id: lax.id, body: 'changed' })).errors).toEqual(['NOT_FOUND'])
    expect([(await stored(id)).status, (await stored(id)).body_history]).toEqual(['ACCEPTED', undefined])
    expect((await edit(platform.as(author), { id, asset_id: strict.id, body: 'changed' })).status).toBe('PREMOD')
  })

  test('changes no karma, and neither does a decision of the moderation run', async () => {
    await configure({ wordlist: { banned: ['badword'] } })
    const { id } = await post(platform.as(author), { asset_id: asset.id })
    expect((await edit(platform.as(author), { id: id!, asset_id: asset.id, body: 'a badword' })).status).toBe(
      'REJECTED',
    )
    expect(await karmaOf(author)).toEqual({ commenter: null, commenterKarma: 0, flagger: null, flaggerKarma: 0 })
  })

  test('without a text is refused', async () => {
    const { id } = await platform.createComment({ asset, author })
    const { data, errors } = await platform.as(author).graphql(
      `mutation ($id: ID!, $asset: ID!) {
        editComment(id: $id, asset_id: $asset) { comment { id } errors { translation_key } }
      }`,
      { id, asset: asset.id },
    )
    expect([data, errors]).toEqual([
      { editComment: { comment: null, errors: [{ translation_key: 'BAD_USER_INPUT' }] } },
      [],
    ])
  })
})

describe('where commenting is closed or switched off', () => {
  const shut: [how: string, error: string, shut: () => Promise<unknown>][] = [
    [
      'a closed discussion',
      'COMMENTING_CLOSED',
      () =>
        moderator.graphql('mutation ($id: ID!) { closeAsset(id: $id) { errors { translation_key } } }', {
          id: asset.id,
        }),
    ],
    ['a site that is switched off', 'COMMENTING_DISABLED', () => configure({ disableCommenting: true })],
    [
      'a discussion that is switched off',
      'COMMENTING_DISABLED',
      () =>
        platform.services.docstore
          .collection<Asset>('assets')
          .updateOne({ id: asset.id }, { $set: { settings: { disableCommenting: true } } }),
    ],
  ]
  test.each(shut)(
    'in %s no user posts or edits (%s), and flags, disagreement and decisions still work [R11]',
    async (_how, error, close) => {
      const comment = await platform.createComment({ asset, author })
      await close()
      expect((await post(platform.as(author), { asset_id: asset.id })).errors).toEqual([error])
      expect((await edit(platform.as(author), { id: comment.id, asset_id: asset.id })).errors).toEqual([error])
      const reader = platform.as(await platform.createUser())
      const { data } = await reader.graphql(
        `mutation ($id: ID!) {
          createFlag(flag: { item_id: $id, item_type: COMMENTS }) {
            flag { reason message } errors { translation_key }
          }
          createDontAgree(dontagree: { item_id: $id, item_type: COMMENTS }) {
            dontagree { message } errors { translation_key }
          }
        }`,
        { id: comment.id },
      )
      expect(data).toEqual({
        createFlag: { flag: { reason: null, message: null }, errors: null },
        createDontAgree: { dontagree: { message: null }, errors: null },
      })
      expect((await decide(moderator, comment.id, 'REJECTED')).errors).toBeNull()
      expect((await stored(comment.id)).body_history).toBeUndefined()
    },
  )
})

test('when a new comment is announced, what the pipeline says of it is there', async () => {
  await configure({ wordlist: { suspect: ['odd'] } })
  const decider = await platform.createUser({ roles: ['MODERATOR'] })
  const feed = await platform.as(decider).subscribe(
    `subscription ($id: ID!) {
      commentAdded(asset_id: $id) {
        body
        actions { ... on FlagAction { reason } }
        action_summaries { count }
      }
    }`,
    { id: asset.id },
  )
  await post(platform.as(author), { asset_id: asset.id, body: 'something odd' })
  const { value } = await feed.next()
  expect(value.data['commentAdded']).toEqual({
    body: 'something odd',
    actions: [{ reason: 'SUSPECT_WORD' }],
    action_summaries: [{ count: 1 }],
  })
  await feed.return!()
})

test.each<[CommentStatus, string]>([
  ['ACCEPTED', 'commentAccepted'],
  ['REJECTED', 'commentRejected'],
  ['PREMOD', 'commentHeld'],
  ['SYSTEM_WITHHELD', 'commentHeld'],
])('a decision for %s is announced as %s, once', async (status, event) => {
  const { id } = await platform.createComment({ asset })
  events.length = 0
  for (const _again of [1, 2]) await decide(moderator, id, status)
  await decide(moderator, id, 'NONE')
  expect(events).toEqual([event, 'commentReset'])
})

test('a refusal has a sentence that says what is allowed, and a code for programs', async () => {
  await configure({ charCountEnable: true, charCount: 10, commentsPerMinute: 1 })
  const say = async (body: string) =>
    (
      await platform.as(author).graphql(
        `mutation ($input: CreateCommentInput!) {
          createComment(input: $input) {
            comment { id }
            errors { __typename translation_key message }
          }
        }`,
        { input: { asset_id: asset.id, body } },
      )
    ).data!['createComment']
  expect(await say('longer than ten')).toEqual({
    comment: null,
    errors: [
      {
        __typename: 'GenericUserError',
        translation_key: 'COMMENT_TOO_LONG',
        message: 'A comment has at most 10 characters',
      },
    ],
  })
  await say('fine')
  expect((await say('again')).errors).toEqual([
    {
      __typename: 'GenericUserError',
      translation_key: 'RATE_LIMIT_EXCEEDED',
      message: 'Post at most 1 comments a minute',
    },
  ])
})

test('a deleted comment is not found by a moderator who would decide about it', async () => {
  const { id } = await platform.createComment({ asset })
  await platform.services.docstore.collection('comments').updateOne({ id }, { $set: { deleted_at: new Date() } })
  expect((await decide(moderator, id, 'ACCEPTED')).errors).toEqual(['NOT_FOUND'])
})

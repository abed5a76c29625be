import type { Action, Comment, User } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let platform: TestPlatform
let moderator: TestUser
let reader: TestUser
let comment: Comment

beforeAll(async () => {
  platform = await createTestPlatform()
  moderator = await platform.createUser({ roles: ['MODERATOR'] })
  reader = await platform.createUser()
  comment = await platform.createComment({ asset: await platform.createAsset(), author: reader })
})
afterAll(() => platform[Symbol.asyncDispose]())

const action = (id: string, action_type: string, group_id: string | null = null): Action => ({
  id,
  action_type,
  group_id,
  item_type: 'COMMENTS',
  item_id: comment.id,
  user_id: reader.user.id,
  metadata: {},
  created_at: new Date(0),
  updated_at: new Date(0),
})

describe('what a plugin left behind that is gone', () => {
  test('are actions and summaries without a type of their own', async () => {
    await platform.services.docstore.collection<Action>('actions').insertOne(action('x', 'APPLAUD'))
    await platform.services.docstore
      .collection<Comment>('comments')
      .updateOne({ id: comment.id }, { $set: { action_counts: { applaud: 1 } } })
    platform.services.revisions.bumpAll()
    const read = async (by: TestUser) =>
      (
        await platform.as(by).graphql(
          `query ($id: ID!) {
            comment(id: $id) {
              actions { __typename id user { id } }
              action_summaries { __typename count current_user { __typename id } }
            }
          }`,
          { id: comment.id },
        )
      ).data!['comment']
    const summary = { __typename: 'DefaultActionSummary', count: 1 }
    expect(await read(moderator)).toEqual({
      actions: [{ __typename: 'DefaultAction', id: 'x', user: { id: reader.user.id } }],
      action_summaries: [{ ...summary, current_user: null }],
    })
    expect(await read(reader)).toEqual({
      actions: null,
      action_summaries: [{ ...summary, current_user: { __typename: 'DefaultAction', id: 'x' } }],
    })
  })

  test('are profiles without a type of their own', async () => {
    const { user } = await platform.services.users.upsertExternal({
      provider: 'gone',
      id: '7',
      displayName: 'Seven',
      creation: 'named',
    })
    const { data } = await platform
      .as(await platform.signIn({ user }))
      .graphql('{ me { email profiles { __typename id provider } } }')
    expect(data).toEqual({
      me: { email: null, profiles: [{ __typename: 'DefaultUserProfile', id: '7', provider: 'gone' }] },
    })
    const local = await platform
      .as(reader)
      .graphql('{ me { email profiles { __typename id provider ... on LocalUserProfile { confirmedAt } } } }')
    const email = `${reader.user.username}@test.example`
    expect(local.data).toEqual({
      me: {
        email,
        profiles: [{ __typename: 'LocalUserProfile', id: email, provider: 'local', confirmedAt: expect.any(String) }],
      },
    })
  })
})

describe('summaries of what is counted', () => {
  test.each<[counts: Record<string, number>, expected: object[]]>([
    [{}, []],
    [{ flag: 2 }, [{ count: 2, reason: null }]],
    [
      { flag: 3, flag_comment_spam: 2, flag_trust: 1 },
      [
        { count: 2, reason: 'COMMENT_SPAM' },
        { count: 1, reason: 'TRUST' },
      ],
    ],
    [{ flag: 1, flag_level_2: 1 }, [{ count: 1, reason: 'LEVEL_2' }]],
    [{ flag: 0, flag_comment_spam: 0 }, []],
    [{ flag: 1, flag_comment_spam: 1, dontagree: 4 }, [{ count: 1, reason: 'COMMENT_SPAM' }, { count: 4 }]],
  ])('%j are %j', async (counts, expected) => {
    await platform.services.docstore
      .collection<Comment>('comments')
      .updateOne({ id: comment.id }, { $set: { action_counts: counts } })
    await platform.services.docstore
      .collection<User>('users')
      .updateOne({ id: reader.user.id }, { $set: { action_counts: counts } })
    platform.services.revisions.bumpAll()
    const { data } = await platform.as(moderator).graphql(
      `query ($id: ID!) {
        comment(id: $id) {
          action_summaries { count ... on FlagActionSummary { reason } }
          user { action_summaries { count ... on FlagActionSummary { reason } } }
        }
      }`,
      { id: comment.id },
    )
    expect(data!['comment']).toEqual({ action_summaries: expected, user: { action_summaries: expected } })
  })
})

describe('a discussion', () => {
  test('is found by its id before its address, is none by neither, and opened by an address only', async () => {
    const [one, two] = [await platform.createAsset(), await platform.createAsset()]
    const ask = async (args: Record<string, unknown>) =>
      (await platform.graphql('query ($id: ID, $url: String) { asset(id: $id, url: $url) { id } }', args)).data![
        'asset'
      ]?.id ?? null
    expect([
      await ask({ id: one.id, url: two.url }),
      await ask({ url: two.url }),
      await ask({ id: 'unknown' }),
      await ask({}),
      await ask({ id: 'unknown', url: 'http://localhost/never-opened' }),
    ]).toEqual([one.id, two.id, null, null, null])
    expect(
      await platform.services.docstore.collection('assets').countDocuments({ url: 'http://localhost/never-opened' }),
    ).toBe(0)
  })

  test('of no comments yet has counts of none, no author, and the settings of the site', async () => {
    const { url } = await platform.createAsset()
    const { data } = await platform.graphql(
      `query ($url: String) {
        asset(url: $url) {
          title author commentCount totalCommentCount isClosed closedAt
          action_summaries { actionCount } tags { tag { name } }
          comments { nodes { id } hasNextPage startCursor endCursor }
          settings { moderation charCount }
        }
      }`,
      { url },
    )
    expect(data!['asset']).toEqual({
      title: null,
      author: null,
      commentCount: 0,
      totalCommentCount: 0,
      isClosed: false,
      closedAt: null,
      action_summaries: null,
      tags: [],
      comments: { nodes: [], hasNextPage: false, startCursor: null, endCursor: null },
      settings: { moderation: 'POST', charCount: 5_000 },
    })
  })
})

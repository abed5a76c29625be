import { type Asset, type Comment, configure } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import example from '../server/index.ts'

let platform: TestPlatform
let reader: TestUser
let asset: Asset
let comment: Comment

beforeAll(async () => {
  platform = await createTestPlatform({ plugins: [configure(example, { maxStars: 3 })] })
})
beforeEach(async () => {
  reader = await platform.createUser()
  asset = await platform.createAsset()
  comment = await platform.createComment({ asset })
})
afterAll(() => platform[Symbol.asyncDispose]())

const SET = `mutation ($input: SetStarInput!) {
  setStar(input: $input) { comment { id starCount starred } errors { translation_key } }
}`
const READ = 'query ($id: ID!) { comment(id: $id) { starCount starred } }'

const set = async (user: TestUser | null, kept: boolean, id = comment.id) =>
  (await platform.as(user).graphql(SET, { input: { comment_id: id, kept } })).data!['setStar']
const read = async (user: TestUser | null) =>
  (await platform.as(user).graphql(READ, { id: comment.id })).data!['comment']
const kept = async (user: TestUser | null) => (await platform.as(user).graphql('{ stars { id } }')).data!['stars']

describe('typeDefs, resolvers, loaders, mutators', () => {
  test('a reader stars a comment, and takes the star back', async () => {
    expect(await set(reader, true)).toEqual({
      comment: { id: comment.id, starCount: 1, starred: true },
      errors: null,
    })
    expect([await read(reader), await kept(reader)]).toEqual([{ starCount: 1, starred: true }, [{ id: comment.id }]])
    expect(await set(reader, false)).toEqual({
      comment: { id: comment.id, starCount: 0, starred: false },
      errors: null,
    })
    expect(await kept(reader)).toEqual([])
  })

  test('starring again, also at the same time, counts once', async () => {
    await Promise.all(Array.from({ length: 5 }, () => set(reader, true)))
    expect((await read(null)).starCount).toBe(1)
    await Promise.all([set(reader, false), set(reader, false)])
    expect((await read(null)).starCount).toBe(0)
  })

  test('an anonymous reader has no stars', async () => {
    expect(await set(null, true)).toEqual({ comment: null, errors: [{ translation_key: 'NOT_AUTHORIZED' }] })
    expect([await read(null), await kept(null)]).toEqual([{ starCount: 0, starred: null }, null])
  })

  test.each([
    ['an unknown comment', async () => 'unknown'],
    ['a hidden comment', async () => (await platform.createComment({ asset, status: 'REJECTED' })).id],
  ])("%s can't be starred", async (_what, id) => {
    expect(await set(reader, true, await id())).toEqual({ comment: null, errors: [{ translation_key: 'NOT_FOUND' }] })
  })

  test('a comment that is hidden later is not listed', async () => {
    await set(reader, true)
    const moderator = platform.as(await platform.createUser({ roles: ['MODERATOR'] }))
    await moderator.graphql(
      'mutation ($id: ID!) { setCommentStatus(id: $id, status: REJECTED) { errors { translation_key } } }',
      { id: comment.id },
    )
    expect(await kept(reader)).toEqual([])
  })
})

test('moderation: a comment that is only the word waits, and moderators read the reason', async () => {
  const POST = 'mutation ($input: CreateCommentInput!) { createComment(input: $input) { comment { id status } } }'
  const say = async (body: string) =>
    (await platform.as(reader).graphql(POST, { input: { asset_id: asset.id, body } })).data!['createComment'].comment
  const held = await say('Starring!')
  expect([held.status, (await say('I saw a star tonight')).status]).toEqual(['PREMOD', 'NONE'])
  const moderator = platform.as(await platform.createUser({ roles: ['MODERATOR'] }))
  const { data } = await moderator.graphql(
    'query ($id: ID!) { comment(id: $id) { status_history { phase reason } } }',
    { id: held.id },
  )
  expect(data!['comment'].status_history.at(-1)).toEqual({
    phase: 'example.only-a-mark',
    reason: 'a star would be enough',
  })
})

test('config, context: readers star as many as the operator allows, moderators ten times as many', async () => {
  const comments = await Promise.all(Array.from({ length: 4 }, () => platform.createComment({ asset })))
  const moderator = await platform.createUser({ roles: ['MODERATOR'] })
  const codes = async (user: TestUser) => {
    const answers = []
    for (const { id } of comments) answers.push((await set(user, true, id)).errors?.[0].translation_key ?? null)
    return answers
  }
  expect([await codes(reader), await codes(moderator)]).toEqual([
    [null, null, null, 'BAD_USER_INPUT'],
    [null, null, null, null],
  ])
})

test('Sort: comments are sorted by their stars', async () => {
  const [one, two] = [await platform.createComment({ asset }), await platform.createComment({ asset })]
  await set(reader, true, two.id)
  await set(await platform.createUser(), true, two.id)
  await set(reader, true, one.id)
  const page = async (sortOrder: string, cursor: string | null = null) =>
    (
      await platform.graphql(
        `query ($id: ID!, $order: SORT_ORDER, $cursor: Cursor) {
          asset(id: $id) {
            comments(query: { sortBy: STARS, sortOrder: $order, limit: 2, cursor: $cursor }) {
              nodes { id } endCursor hasNextPage
            }
          }
        }`,
        { id: asset.id, order: sortOrder, cursor },
      )
    ).data!['asset'].comments
  const first = await page('DESC')
  expect([first.nodes, (await page('DESC', first.endCursor)).nodes]).toEqual([
    [{ id: two.id }, { id: one.id }],
    [{ id: comment.id }],
  ])
  expect((await page('ASC')).nodes).toEqual([{ id: comment.id }, { id: one.id }])
})

test('indexes: the sort has one', async () => {
  const made = platform.services.composition.plugins.flatMap(({ core, hooks }) => (core ? [] : (hooks.indexes ?? [])))
  expect(made.filter(({ collection }) => collection === 'comments')).toMatchObject([
    { collection: 'comments', name: 'asset_stars' },
  ])
})

test('setupFunctions: subscribers get the comments that are starred in their discussion', async () => {
  const elsewhere = await platform.createComment({ asset: await platform.createAsset() })
  const events = await platform.subscribe(
    'subscription ($id: ID!) { commentStarred(asset_id: $id) { id starCount } }',
    { id: asset.id },
  )
  await set(reader, true, elsewhere.id)
  await set(reader, true)
  expect((await events.next()).value).toEqual({ data: { commentStarred: { id: comment.id, starCount: 1 } } })
  await events.return!()
})

test('hooks: blanks at the end are removed, and the log has each new comment', async () => {
  const { data } = await platform
    .as(reader)
    .graphql('mutation ($input: CreateCommentInput!) { createComment(input: $input) { comment { id body } } }', {
      input: { asset_id: asset.id, body: '  Hello \n\n' },
    })
  expect(data!['createComment'].comment.body).toBe('  Hello')
  expect(platform.logs.at(-1)).toMatchObject({
    plugin: 'platform-plugin-example',
    msg: 'a comment was posted',
    comment: data!['createComment'].comment.id,
  })
})

test('tags: staff can put the tag WORTH_KEEPING on comments, and readers can not', async () => {
  const tag = async (user: TestUser) =>
    (
      await platform.as(user).graphql(
        `mutation ($id: ID!) {
          addTag(tag: { name: "WORTH_KEEPING", id: $id, item_type: COMMENTS }) {
            errors { translation_key }
          }
        }`,
        { id: comment.id },
      )
    ).data!['addTag']
  expect(await tag(reader)).toEqual({ errors: [{ translation_key: 'NOT_AUTHORIZED' }] })
  expect(await tag(await platform.createUser({ roles: ['STAFF'] }))).toBeNull()
})

test('personalData: the stars of a reader are exported, and erased', async () => {
  await set(reader, true)
  const { personalData } = platform.services.composition
  const exported = async () => {
    const records = []
    for await (const { plugin, name, record } of personalData.export(reader.user.id))
      if (plugin === 'platform-plugin-example') records.push({ name, record })
    return records
  }
  expect(await exported()).toEqual([{ name: 'stars', record: { comment_id: comment.id } }])
  await personalData.erase(reader.user.id, new AbortController().signal)
  expect(await exported()).toEqual([])
})

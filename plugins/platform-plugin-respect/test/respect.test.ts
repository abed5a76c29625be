import type { Asset, Comment } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import respect from '../server/index.ts'

let platform: TestPlatform
let reader: TestUser
let asset: Asset
let comment: Comment

beforeAll(async () => {
  platform = await createTestPlatform({ plugins: [respect] })
  reader = await platform.createUser()
  asset = await platform.createAsset()
})
beforeEach(async () => {
  comment = await platform.createComment({ asset })
})
afterAll(() => platform[Symbol.asyncDispose]())

const CREATE = `mutation ($id: ID!) {
  createRespectAction(input: { item_id: $id }) {
    respect { id item_id user { id } } errors { translation_key }
  }
}`
const DELETE = 'mutation ($id: ID!) { deleteRespectAction(input: { id: $id }) { errors { translation_key } } }'
const SUMMARY = `query ($id: ID!) {
  comment(id: $id) {
    action_summaries { __typename count ... on RespectActionSummary { current_user { id } } }
  }
}`

const create = async (user: TestUser | null, id = comment.id) =>
  (await platform.as(user).graphql(CREATE, { id })).data!['createRespectAction']
const remove = async (user: TestUser | null, id: string) =>
  (await platform.as(user).graphql(DELETE, { id })).data!['deleteRespectAction']
const summaries = async (user: TestUser | null = null, id = comment.id) =>
  (await platform.as(user).graphql(SUMMARY, { id })).data!['comment'].action_summaries

describe('giving respect', () => {
  test('answers with the action, and counts it', async () => {
    const { respect: made, errors } = await create(reader)
    expect([made, errors]).toEqual([
      { id: expect.any(String), item_id: comment.id, user: { id: reader.user.id } },
      null,
    ])
    expect(await summaries()).toEqual([{ __typename: 'RespectActionSummary', count: 1, current_user: null }])
  })

  test('again answers with the same action, and counts it once', async () => {
    const [first, second] = [await create(reader), await create(reader)]
    expect(second).toEqual(first)
    expect(await summaries()).toMatchObject([{ count: 1 }])
  })

  test("goes on where a discussion is closed, and for one's own comment; a hidden comment is not found", async () => {
    const moderator = platform.as(await platform.createUser({ roles: ['MODERATOR'] }))
    const own = await platform.createComment({ asset, author: reader })
    const closed = await platform.createAsset()
    const there = await platform.createComment({ asset: closed })
    const hidden = await platform.createComment({ asset, status: 'REJECTED' })
    await moderator.graphql('mutation ($id: ID!) { closeAsset(id: $id) { errors { translation_key } } }', {
      id: closed.id,
    })
    for (const { id } of [own, there])
      expect(await create(reader, id)).toMatchObject({ respect: { item_id: id }, errors: null })
    expect(await create(reader, hidden.id)).toEqual({ respect: null, errors: [{ translation_key: 'NOT_FOUND' }] })
  })

  test('twenty simultaneous requests count it once [K01]', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => create(reader)))
    expect(new Set(made.map(answer => answer.respect.id)).size).toBe(1)
    expect(await summaries()).toMatchObject([{ count: 1 }])
  })

  test('by many people counts each [K03]', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => platform.createUser()))
    await Promise.all(people.map(person => create(person)))
    expect(await summaries(people[0])).toEqual([
      { __typename: 'RespectActionSummary', count: 8, current_user: { id: expect.any(String) } },
    ])
  })

  test.each<[name: string, id: () => Promise<string>]>([
    ['nothing', async () => 'nothing'],
    ['a comment that is hidden', async () => (await platform.createComment({ asset, status: 'REJECTED' })).id],
    ['an asset', async () => asset.id],
    ['a person', async () => reader.user.id],
  ])('to %s is refused', async (_name, id) => {
    expect(await create(reader, await id())).toEqual({ respect: null, errors: [{ translation_key: 'NOT_FOUND' }] })
  })

  test('by an anonymous caller or a banned user is refused', async () => {
    const banned = await platform.createUser()
    await platform.services.docstore
      .collection('users')
      .updateOne({ id: banned.user.id }, { $set: { 'status.banned.status': true } })
    for (const person of [null, banned])
      expect(await create(person)).toEqual({ respect: null, errors: [{ translation_key: 'NOT_AUTHORIZED' }] })
    expect(await summaries()).toEqual([])
  })
})

describe('taking it back', () => {
  test('counts it no more, however often [K05]', async () => {
    const {
      respect: { id },
    } = await create(reader)
    expect(await Promise.all([remove(reader, id), remove(reader, id), remove(reader, id)])).toEqual([null, null, null])
    expect(await summaries()).toEqual([])
  })

  test("another user's stays, and nothing tells that it is there [R05]", async () => {
    const {
      respect: { id },
    } = await create(reader)
    expect(await remove(await platform.createUser(), id)).toEqual(await remove(await platform.createUser(), 'nothing'))
    expect(await summaries()).toMatchObject([{ count: 1 }])
  })

  test('by an anonymous caller is refused', async () => {
    expect(await remove(null, 'nothing')).toEqual({ errors: [{ translation_key: 'NOT_AUTHORIZED' }] })
  })

  test('leaves an action of another kind', async () => {
    const flag = await platform.services.actions.create({
      item_id: comment.id,
      item_type: 'COMMENTS',
      action_type: 'FLAG',
      group_id: null,
      user_id: reader.user.id,
      metadata: {},
    })
    await remove(reader, flag.id)
    const left = platform.services.docstore.collection('actions')
    expect(await left.countDocuments({ item_id: comment.id })).toBe(1)
  })
})

test("a summary says which action is the caller's own", async () => {
  const other = await platform.createUser()
  const {
    respect: { id },
  } = await create(reader)
  await create(other)
  expect(await summaries(reader)).toEqual([{ __typename: 'RespectActionSummary', count: 2, current_user: { id } }])
  expect(await summaries()).toEqual([{ __typename: 'RespectActionSummary', count: 2, current_user: null }])
})

test('comments are sorted by it, then by time', async () => {
  const discussion = await platform.createAsset()
  const [none, one, two] = [
    await platform.createComment({ asset: discussion, body: 'none' }),
    await platform.createComment({ asset: discussion, body: 'one' }),
    await platform.createComment({ asset: discussion, body: 'two' }),
  ]
  for (const person of [reader, await platform.createUser()]) await create(person, two.id)
  await create(reader, one.id)
  const order = async (sortOrder: string) =>
    (
      await platform.graphql(
        `query ($id: ID!, $order: SORT_ORDER) {
          asset(id: $id) { comments(query: { sortBy: RESPECTS, sortOrder: $order }) { nodes { id } } }
        }`,
        { id: discussion.id, order: sortOrder },
      )
    ).data!['asset'].comments.nodes.map((node: { id: string }) => node.id)
  expect([await order('DESC'), await order('ASC')]).toEqual([
    [two.id, one.id, none.id],
    [none.id, one.id, two.id],
  ])
})

describe('live', () => {
  test.each([
    ['respectActionCreated', () => create(reader)],
    ['respectActionDeleted', async () => remove(reader, (await create(reader)).respect.id)],
  ] as const)('%s tells of this discussion only', async (field, act) => {
    const elsewhere = await platform.createComment({ asset: await platform.createAsset() })
    const events = await platform.subscribe<Record<string, { item_id: string }>>(
      `subscription ($id: ID!) { ${field}(asset_id: $id) { item_id } }`,
      { id: asset.id },
    )
    const other = await create(reader, elsewhere.id)
    await remove(reader, other.respect.id)
    await act()
    expect((await events.next()).value).toEqual({ data: { [field]: { item_id: comment.id } } })
    await events.return!()
  })
})

test('without the plugin the platform runs, and knows nothing of it', async () => {
  await using bare = await createTestPlatform()
  const { status, errors } = await bare.graphql(CREATE, { id: 'x' })
  expect([status, errors[0]!.code]).toEqual([400, 'GRAPHQL_VALIDATION_FAILED'])
  const { data } = await bare.graphql(
    `{
      respect: __type(name: "RespectAction") { name }
      sorts: __type(name: "SORT_COMMENTS_BY") { enumValues { name } }
    }`,
  )
  expect(data).toEqual({ respect: null, sorts: { enumValues: [{ name: 'CREATED_AT' }, { name: 'REPLIES' }] } })
})

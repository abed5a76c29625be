import type { Asset, Comment } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import love from '../server/index.ts'

let platform: TestPlatform
let reader: TestUser
let asset: Asset
let comment: Comment

beforeAll(async () => {
  platform = await createTestPlatform({ plugins: [love] })
  reader = await platform.createUser()
})
beforeEach(async () => {
  asset = await platform.createAsset()
  comment = await platform.createComment({ asset })
})
afterAll(() => platform[Symbol.asyncDispose]())

const CREATE = `mutation ($id: ID!) {
  createLoveAction(input: { item_id: $id }) {
    love { id item_id user { id } } errors { translation_key }
  }
}`
const DELETE = 'mutation ($id: ID!) { deleteLoveAction(input: { id: $id }) { errors { translation_key } } }'
const SUMMARY = `query ($id: ID!) {
  comment(id: $id) {
    action_summaries { __typename count ... on LoveActionSummary { current_user { id } } }
  }
}`

const create = async (user: TestUser | null, id = comment.id) =>
  (await platform.as(user).graphql(CREATE, { id })).data!['createLoveAction']
const remove = async (user: TestUser | null, id: string) =>
  (await platform.as(user).graphql(DELETE, { id })).data!['deleteLoveAction']
const summaries = async (user: TestUser | null = null) =>
  (await platform.as(user).graphql(SUMMARY, { id: comment.id })).data!['comment'].action_summaries

test("a reader's love is counted once, and known as their own", async () => {
  const { love: made, errors } = await create(reader)
  expect([made, errors]).toEqual([{ id: expect.any(String), item_id: comment.id, user: { id: reader.user.id } }, null])
  expect((await create(reader)).love).toEqual(made)
  expect(await summaries(reader)).toEqual([
    { __typename: 'LoveActionSummary', count: 1, current_user: { id: made.id } },
  ])
  expect(await summaries()).toEqual([{ __typename: 'LoveActionSummary', count: 1, current_user: null }])
})

test('only its reader can take it back', async () => {
  const {
    love: { id },
  } = await create(reader)
  await remove(await platform.createUser(), id)
  expect(await summaries()).toMatchObject([{ count: 1 }])
  expect(await remove(reader, id)).toBeNull()
  expect(await summaries()).toEqual([])
})

test('the love of an anonymous reader is refused, and so is one for an unknown comment', async () => {
  expect(await create(null)).toEqual({ love: null, errors: [{ translation_key: 'NOT_AUTHORIZED' }] })
  expect(await create(reader, 'nothing')).toEqual({ love: null, errors: [{ translation_key: 'NOT_FOUND' }] })
})

test('comments are sorted by LOVES', async () => {
  const more = await platform.createComment({ asset })
  await create(reader, more.id)
  const order = async (sortOrder: string) =>
    (
      await platform.graphql(
        `query ($id: ID!, $order: SORT_ORDER) {
          asset(id: $id) { comments(query: { sortBy: LOVES, sortOrder: $order }) { nodes { id } } }
        }`,
        { id: asset.id, order: sortOrder },
      )
    ).data!['asset'].comments.nodes.map((node: { id: string }) => node.id)
  expect([await order('DESC'), await order('ASC')]).toEqual([
    [more.id, comment.id],
    [comment.id, more.id],
  ])
})

test('readers of the discussion follow it live', async () => {
  const created = await platform.subscribe('subscription ($id: ID!) { loveActionCreated(asset_id: $id) { item_id } }', {
    id: asset.id,
  })
  const deleted = await platform.subscribe('subscription ($id: ID!) { loveActionDeleted(asset_id: $id) { item_id } }', {
    id: asset.id,
  })
  await remove(reader, (await create(reader)).love.id)
  expect((await created.next()).value).toEqual({ data: { loveActionCreated: { item_id: comment.id } } })
  expect((await deleted.next()).value).toEqual({ data: { loveActionDeleted: { item_id: comment.id } } })
  await Promise.all([created.return!(), deleted.return!()])
})

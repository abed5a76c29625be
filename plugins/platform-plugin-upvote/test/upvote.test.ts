import type { Asset, Comment } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import upvote from '../server/index.ts'

let platform: TestPlatform
let reader: TestUser
let asset: Asset
let comment: Comment

beforeAll(async () => {
  platform = await createTestPlatform({ plugins: [upvote] })
  reader = await platform.createUser()
})
beforeEach(async () => {
  asset = await platform.createAsset()
  comment = await platform.createComment({ asset })
})
afterAll(() => platform[Symbol.asyncDispose]())

const CREATE = `mutation ($id: ID!) {
  createUpvoteAction(input: { item_id: $id }) {
    upvote { id item_id user { id } } errors { translation_key }
  }
}`
const DELETE = 'mutation ($id: ID!) { deleteUpvoteAction(input: { id: $id }) { errors { translation_key } } }'
const SUMMARY = `query ($id: ID!) {
  comment(id: $id) {
    action_summaries { __typename count ... on UpvoteActionSummary { current_user { id } } }
  }
}`

const create = async (user: TestUser | null, id = comment.id) =>
  (await platform.as(user).graphql(CREATE, { id })).data!['createUpvoteAction']
const remove = async (user: TestUser | null, id: string) =>
  (await platform.as(user).graphql(DELETE, { id })).data!['deleteUpvoteAction']
const summaries = async (user: TestUser | null = null) =>
  (await platform.as(user).graphql(SUMMARY, { id: comment.id })).data!['comment'].action_summaries

test("a reader's upvote is counted once, and known as their own", async () => {
  const { upvote: made, errors } = await create(reader)
  expect([made, errors]).toEqual([{ id: expect.any(String), item_id: comment.id, user: { id: reader.user.id } }, null])
  expect((await create(reader)).upvote).toEqual(made)
  expect(await summaries(reader)).toEqual([
    { __typename: 'UpvoteActionSummary', count: 1, current_user: { id: made.id } },
  ])
  expect(await summaries()).toEqual([{ __typename: 'UpvoteActionSummary', count: 1, current_user: null }])
})

test('only its reader can take it back', async () => {
  const {
    upvote: { id },
  } = await create(reader)
  await remove(await platform.createUser(), id)
  expect(await summaries()).toMatchObject([{ count: 1 }])
  expect(await remove(reader, id)).toBeNull()
  expect(await summaries()).toEqual([])
})

test('the upvote of an anonymous reader is refused, and so is one for an unknown comment', async () => {
  expect(await create(null)).toEqual({ upvote: null, errors: [{ translation_key: 'NOT_AUTHORIZED' }] })
  expect(await create(reader, 'nothing')).toEqual({ upvote: null, errors: [{ translation_key: 'NOT_FOUND' }] })
})

test('comments are sorted by UPVOTES', async () => {
  const more = await platform.createComment({ asset })
  await create(reader, more.id)
  const order = async (sortOrder: string) =>
    (
      await platform.graphql(
        `query ($id: ID!, $order: SORT_ORDER) {
          asset(id: $id) { comments(query: { sortBy: UPVOTES, sortOrder: $order }) { nodes { id } } }
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
  const created = await platform.subscribe(
    'subscription ($id: ID!) { upvoteActionCreated(asset_id: $id) { item_id } }',
    { id: asset.id },
  )
  const deleted = await platform.subscribe(
    'subscription ($id: ID!) { upvoteActionDeleted(asset_id: $id) { item_id } }',
    { id: asset.id },
  )
  await remove(reader, (await create(reader)).upvote.id)
  expect((await created.next()).value).toEqual({ data: { upvoteActionCreated: { item_id: comment.id } } })
  expect((await deleted.next()).value).toEqual({ data: { upvoteActionDeleted: { item_id: comment.id } } })
  await Promise.all([created.return!(), deleted.return!()])
})

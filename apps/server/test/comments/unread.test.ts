import type { Asset, Comment } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newComment } from '../../src/features/comments/model.ts'
import { isShared } from '../shared-answers/runs.ts'

const UNREAD = 'query ($id: ID!, $since: Date!) { unreadComments(asset_id: $id, since: $since) { count oldest } }'

let platform: TestPlatform
let asset: Asset
beforeAll(async () => {
  platform = await createTestPlatform()
})
beforeEach(async () => {
  asset = await platform.createAsset()
})
afterAll(() => platform[Symbol.asyncDispose]())

const visit = () => ({ id: asset.id, since: platform.clock.now().toISOString() })
const unreadOf = async (caller: Pick<TestPlatform, 'graphql'>, variables: ReturnType<typeof visit>) =>
  (await caller.graphql(UNREAD, variables)).data!['unreadComments']

test('the visible comments of a discussion since a time are counted at any depth, and the oldest is named', async () => {
  const root = await platform.createComment({ asset })
  const last = visit()
  expect(await unreadOf(platform, last)).toEqual({ count: 0, oldest: null })
  platform.clock.advance(1_000)
  const reply = await platform.createComment({ asset, parent: root })
  platform.clock.advance(1_000)
  await platform.createComment({ asset })
  await platform.createComment({ asset, status: 'REJECTED' })
  await platform.createComment({ asset: await platform.createAsset() })
  expect(await unreadOf(platform, last)).toEqual({ count: 2, oldest: reply.id })
})

test('the comments of the caller, of ignored users, and deleted ones are not among them', async () => {
  const [ada, bob, eve] = [await platform.createUser(), await platform.createUser(), await platform.createUser()]
  const last = visit()
  platform.clock.advance(1_000)
  await platform.createComment({ asset, author: ada })
  await platform.createComment({ asset, author: bob })
  const { id: deleted } = await platform.createComment({ asset, author: eve })
  const { id: kept } = await platform.createComment({ asset, author: eve })
  await platform
    .as(eve)
    .graphql('mutation ($id: ID!) { deleteOwnComment(id: $id) { errors { message } } }', { id: deleted })
  await platform
    .as(ada)
    .graphql('mutation ($id: ID!) { ignoreUser(id: $id) { errors { message } } }', { id: bob.user.id })
  expect(await unreadOf(platform.as(ada), last)).toEqual({ count: 1, oldest: kept })
  expect(await unreadOf(platform, last)).toMatchObject({ count: 3 })
})

test('more than a thousand are not counted', async () => {
  const last = visit()
  platform.clock.advance(1_000)
  const draft = { asset_id: asset.id, author_id: 'u', parent_id: null, body: 'One of many', status: 'NONE' } as const
  await platform.services.docstore
    .collection<Comment>('comments')
    .insertMany(Array.from({ length: 1_001 }, () => newComment(draft, platform.clock.now())))
  expect(await unreadOf(platform, last)).toMatchObject({ count: 1_000 })
})

test('no answer is kept for other readers, because each has a time of their own', async () => {
  await platform.createComment({ asset })
  expect(await isShared(platform, UNREAD, { id: asset.id, since: '2000-01-01' })).toBe(false)
})

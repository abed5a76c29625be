import type { Asset } from '@platform/plugin-sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../../src/testing/index.ts'
import { hasRedis, startRedis } from '../redis.ts'
import { statements } from '../statements.ts'

let platform: TestPlatform
let moderator: TestPlatform
let asset: Asset

beforeAll(async () => {
  platform = await createTestPlatform({ env: { PLATFORM_CACHE_EXPIRY_COMMENT_COUNT: '10 min' }, now: new Date('2026-03-01T12:00:00.000Z') })
  moderator = platform.as(await platform.createUser({ roles: ['MODERATOR'] }))
  asset = await platform.createAsset()
  await platform.createComment({ asset, body: 'One of several' })
})

afterAll(() => platform[Symbol.asyncDispose]())

const COUNT = 'query ($query: CommentCountQuery!) { commentCount(query: $query) }'
const count = async (query: Record<string, unknown>, by = moderator) => (await by.graphql<{ commentCount: number | null }>(COUNT, { query })).data!.commentCount
const queries = (query: Record<string, unknown>) => statements(() => count(query), 'comments')

describe('a count', () => {
  test('is asked of the store once, until something it counts changes', async () => {
    const query = { asset_id: asset.id, statuses: ['NONE', 'PREMOD'] }
    const before = await count(query)
    const known = await queries(query)
    await platform.createComment({ asset, body: 'Another one' })
    expect(await count(query)).toBe(before! + 1)
    expect(await queries(query)).toBe(known)
    const other = await platform.createAsset()
    await platform.createComment({ asset: other, body: 'Elsewhere' })
    expect(await queries(query), 'a change elsewhere').toBe(known)
    expect(await queries({ ...query, statuses: ['REJECTED'] }), 'another count').toBe(known + 1)
  })

  test('is asked again when it is as old as the operator allows', async () => {
    const query = { asset_id: asset.id, statuses: ['ACCEPTED'] }
    await count(query)
    const known = await queries(query)
    platform.clock.advance(599_000)
    expect(await queries(query)).toBe(known)
    platform.clock.advance(1_000)
    expect(await queries(query)).toBe(known + 1)
  })

  test('K17: that is being made while its comments change is made again', async () => {
    const query = { asset_id: asset.id }
    const results = await Promise.all(Array.from({ length: 20 }, async (_, i) => i % 2 === 0 ? count(query) : platform.createComment({ asset, body: `Racing ${i}` })))
    expect(results).toHaveLength(20)
    expect(await count(query)).toBe(await platform.platform.docstore.collection('comments').countDocuments({ asset_id: asset.id, status: { $in: ['NONE', 'ACCEPTED'] } }))
  })

  test('of an address that is not known is 0, and of nothing but an address that of its page', async () => {
    expect([await count({ asset_url: 'http://localhost/unknown' }), await count({ asset_url: asset.url })]).toEqual([0, await count({ asset_id: asset.id })])
  })

  test('R02: is for moderators', async () => {
    expect([await count({}, platform), await count({}, platform.as(await platform.createUser()))]).toEqual([null, null])
  })
})

test('counts by tag follow the tags', async () => {
  const comment = await platform.createComment({ asset, body: 'To be tagged' })
  const tagged = async () => (await platform.graphql('query ($id: ID!) { asset(id: $id) { commentCount(tags: ["BEST"]) totalCommentCount(tags: ["BEST"]) } }', { id: asset.id })).data!['asset']
  const tag = (mutation: 'addTag' | 'removeTag') => moderator.graphql(`mutation ($tag: ModifyTagInput!) { ${mutation}(tag: $tag) { errors { translation_key } } }`, { tag: { id: comment.id, item_type: 'COMMENTS', name: 'BEST', asset_id: asset.id } })
  expect(await tagged()).toEqual({ commentCount: 0, totalCommentCount: 0 })
  await tag('addTag')
  expect(await tagged()).toEqual({ commentCount: 1, totalCommentCount: 1 })
  await tag('removeTag')
  expect(await tagged()).toEqual({ commentCount: 0, totalCommentCount: 0 })
})

describe.skipIf(!hasRedis)('on two instances', () => {
  test('a change at one ends the counts of the other', async () => {
    await using redis = await startRedis()
    await using one = await createTestPlatform({ env: { PLATFORM_KVSTORE_URL: redis.url } })
    await using other = await createTestPlatform({ env: { PLATFORM_KVSTORE_URL: redis.url } })
    const asker = other.as(await other.createUser({ roles: ['MODERATOR'] }))
    await count({ statuses: ['REJECTED'] }, asker)
    const before = other.platform.revisions.of('comments')
    await one.createComment({ asset: await one.createAsset() })
    await expect.poll(() => other.platform.revisions.of('comments'), { timeout: 20_000 }).toBeGreaterThan(before)
    expect(await statements(() => count({ statuses: ['REJECTED'] }, asker), 'comments')).toBe(1)
    expect(await statements(() => count({ statuses: ['REJECTED'] }, asker), 'comments')).toBe(0)
  })
})

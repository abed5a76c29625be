import type { Asset } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

let platform: TestPlatform
let small: Asset
let large: Asset

/** As many comments as a discussion must not have for the store to sort them. */
const TOO_MANY = 10_001

beforeAll(async () => {
  platform = await createTestPlatform()
  ;[small, large] = [await platform.createAsset(), await platform.createAsset()]
  for (const asset of [small, large]) await platform.createComment({ asset })
})
afterAll(() => platform[Symbol.asyncDispose]())

const codes = async (query: Record<string, unknown>) => {
  const { errors } = await platform.graphql(
    'query ($query: CommentsQuery!) { comments(query: $query) { nodes { id } } }',
    {
      query,
    },
  )
  return errors.map(({ code }) => code)
}

test('a small site sorts all its comments in any order', async () => {
  expect(await codes({ sortBy: 'REPLIES' })).toEqual([])
})

test('where comments are many, an order that no index has is refused with what is missing', async () => {
  await platform.services.docstore
    .collection<Asset>('assets')
    .updateOne({ id: large.id }, { $set: { 'comment_counts.statuses.NONE': TOO_MANY } } as never)
  await platform.services.docstore.collection('site_counts').deleteMany({})
  platform.services.revisions.bumpAll()
  expect(await codes({ sortBy: 'REPLIES' })).toEqual(['ASSET_REQUIRED'])
  expect(await codes({ sortBy: 'REPLIES', parent_id: null })).toEqual(['ASSET_REQUIRED'])
  expect(await codes({ sortBy: 'REPLIES', asset_ids: [small.id, large.id] })).toEqual(['ASSET_REQUIRED'])
  expect(await codes({ sortBy: 'REPLIES', asset_id: large.id })).toEqual(['PARENT_REQUIRED'])
  const deep = `query ($id: ID!) { asset(id: $id) { comments(query: { sortBy: REPLIES }, deep: true) { nodes { id } } } }`
  const { errors } = await platform.graphql(deep, { id: large.id })
  expect(errors.map(({ code }) => code)).toEqual(['PARENT_REQUIRED'])
})

test.each([
  ['one level of a discussion', () => ({ asset_id: large.id, parent_id: null })],
  ['all levels of a small discussion', () => ({ asset_id: small.id })],
  ['what has a tag', () => ({ tags: ['BEST'] })],
])('%s is sorted there, too', async (_what, query) => {
  expect(await codes({ sortBy: 'REPLIES', ...query() })).toEqual([])
})

test('all comments of the site are read there by their times', async () => {
  expect(await codes({})).toEqual([])
  expect(await codes({ sortOrder: 'ASC' })).toEqual([])
})

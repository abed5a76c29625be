import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isShared } from '../shared-answers/runs.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())

const BY_ID = 'query ($ids: [ID!]!) { commentsById(ids: $ids) { id body } }'

test('comments are read by their ids, without those that the caller may not see', async () => {
  const asset = await platform.createAsset()
  const [first, second, hidden] = [
    await platform.createComment({ asset, body: 'first' }),
    await platform.createComment({ asset, body: 'second' }),
    await platform.createComment({ asset, body: 'hidden', status: 'REJECTED' }),
  ]
  const ids = [second.id, 'nowhere', hidden.id, first.id, second.id]
  const { data } = await platform.graphql(BY_ID, { ids })
  expect(data!['commentsById']).toEqual([
    { id: second.id, body: 'second' },
    { id: first.id, body: 'first' },
  ])
  const moderator = await platform.createUser({ roles: ['MODERATOR'] })
  expect((await platform.as(moderator).graphql(BY_ID, { ids })).data!['commentsById']).toHaveLength(3)
})

test('the answer is shared while it is complete', async () => {
  const asset = await platform.createAsset()
  const { id } = await platform.createComment({ asset })
  expect(await isShared(platform, BY_ID, { ids: [id] })).toBe(true)
  expect(await isShared(platform, BY_ID, { ids: [id, 'nowhere'] })).toBe(false)
})

test('more than 100 ids are refused, and count as many items', async () => {
  const ids = Array.from({ length: 101 }, (_, i) => `c-${i}`)
  const { errors } = await platform.graphql(BY_ID, { ids })
  expect(errors[0]?.message).toMatch(/at most 100/)
  const deep = `query ($ids: [ID!]!) { commentsById(ids: $ids) { replies(query: { limit: 100 }) { nodes {
    replies(query: { limit: 100 }) { nodes { id } } } } } }`
  const tooMuch = await platform.graphql(deep, { ids: ids.slice(0, 100) })
  expect(tooMuch.errors[0]?.code).toBe('QUERY_TOO_COMPLEX')
})

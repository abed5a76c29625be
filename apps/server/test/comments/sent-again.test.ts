import type { Comment } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { edit } from './operations.ts'

let platform: TestPlatform
let author: TestUser
beforeAll(async () => {
  platform = await createTestPlatform()
  author = await platform.createUser()
})
afterAll(() => platform[Symbol.asyncDispose]())

const CREATE = `mutation ($input: CreateCommentInput!) {
  createComment(input: $input) { comment { id body } errors { translation_key } }
}`
async function send(key: string | null, input: { asset_id: string; body: string }, by = author) {
  const answer = await platform.as(by).http('/api/v1/graph/ql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key === null ? {} : { 'idempotency-key': key }) },
    body: JSON.stringify({ query: CREATE, variables: { input } }),
  })
  const { data } = (await answer.json()) as {
    data?: { createComment: { comment: { id: string } | null; errors: { translation_key: string }[] | null } }
  }
  return {
    status: answer.status,
    id: data?.createComment.comment?.id ?? null,
    errors: data?.createComment.errors?.map(error => error.translation_key) ?? null,
  }
}
const count = (asset_id: string) =>
  platform.services.docstore.collection<Comment>('comments').countDocuments({ asset_id })

test('a comment that is sent ten times under one idempotency key is posted once', async () => {
  const asset = await platform.createAsset()
  const all = await Promise.all(Array.from({ length: 10 }, () => send('k-1', { asset_id: asset.id, body: 'once' })))
  const again = await send('k-1', { asset_id: asset.id, body: 'once' })
  expect(new Set([...all, again].map(({ id }) => id))).toEqual(new Set([all[0]!.id]))
  expect([all[0]!.id === null, await count(asset.id)]).toEqual([false, 1])
  const { data } = await platform.graphql('query ($id: ID) { asset(id: $id) { totalCommentCount } }', { id: asset.id })
  expect(data).toEqual({ asset: { totalCommentCount: 1 } })
})

test('another key, user or discussion makes another comment; another text of one key is a conflict', async () => {
  const [asset, other] = [await platform.createAsset(), await platform.createAsset()]
  const first = await send('k-2', { asset_id: asset.id, body: 'text' })
  const others = [
    await send('k-3', { asset_id: asset.id, body: 'text' }),
    await send('k-2', { asset_id: asset.id, body: 'text' }, await platform.createUser()),
    await send('k-2', { asset_id: other.id, body: 'text' }),
    await send(null, { asset_id: asset.id, body: 'text' }),
  ]
  expect(new Set([first, ...others].map(({ id }) => id)).size).toBe(5)
  expect(await send('k-2', { asset_id: asset.id, body: 'something else' })).toMatchObject({
    id: null,
    errors: ['CONFLICT'],
  })
})

test('a comment that was edited meanwhile is still found by its key and its first text', async () => {
  const asset = await platform.createAsset()
  const { id } = await send('k-4', { asset_id: asset.id, body: 'first text' })
  await edit(platform.as(author), { id: id!, asset_id: asset.id, body: 'second text' })
  expect(await send('k-4', { asset_id: asset.id, body: 'first text' })).toMatchObject({ id, errors: null })
  expect(await send('k-4', { asset_id: asset.id, body: 'second text' })).toMatchObject({ errors: ['CONFLICT'] })
  expect(await count(asset.id)).toBe(1)
})

test('an idempotency key that is too long or has a space is refused', async () => {
  const asset = await platform.createAsset()
  expect([
    (await send('x'.repeat(201), { asset_id: asset.id, body: 'text' })).status,
    (await send('two words', { asset_id: asset.id, body: 'text' })).status,
    await count(asset.id),
  ]).toEqual([400, 400, 0])
})

test('half surrogate pairs and NUL characters do not reach the store', async () => {
  const asset = await platform.createAsset()
  const { id } = await send(null, { asset_id: asset.id, body: 'a\u0000b\ud800c' })
  expect((await platform.services.docstore.collection<Comment>('comments').findOne({ id: id! }))!.body).toBe(
    'ab\ufffdc',
  )
})

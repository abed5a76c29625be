import { Worker } from 'node:worker_threads'
import type { Comment } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { needsEmbeddedStore } from '../../../../test/needs.ts'
import { CommentModel } from '../../src/compat/models/comment.ts'
import { newComment } from '../../src/features/comments/model.ts'
import { asSecond, walks } from '../own-models/walks.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = (await createTestPlatform({ plugins: [asSecond] })) as unknown as TestPlatform
  const ids = Array.from({ length: 3_000 }, (_, n) => `c${n}`)
  const { docstore } = platform.services
  await docstore.collection<Comment>('comments').insertMany(
    ids.map((id, n) => {
      const draft = {
        id,
        asset_id: `a${n % 100}`,
        author_id: 'u',
        parent_id: null,
        body: 'One of many',
        status: 'NONE',
      } as const
      return newComment(draft, new Date(1_700_000_000_000 + n))
    }),
  )
  const walk = { user_id: 'u', km: 1, changes: 0, record_version: 2 }
  await docstore
    .collection('walks.walked')
    .insertMany(ids.map((id, n) => ({ ...walk, id, where: n === 0 ? 'there' : 'here' })))
})
afterAll(() => platform?.[Symbol.asyncDispose]())
beforeEach(needsEmbeddedStore)

/** The result of a read, and how often another thread was asked for it. */
async function readApart<R>(read: () => PromiseLike<R>): Promise<{ result: R; apart: number }> {
  const asked = vi.spyOn(Worker.prototype, 'postMessage')
  try {
    return { result: await read(), apart: asked.mock.calls.length }
  } finally {
    asked.mockRestore()
  }
}

test.each<[name: string, read: () => PromiseLike<unknown>, result: unknown]>([
  ['comments by their parent alone', () => CommentModel.find({ parent_id: 'nobody' }), []],
  ['one comment by its text', () => CommentModel.findOne({ body: 'nothing like that' }), null],
  ['a page of comments by their text', () => CommentModel.find({ body: 'nothing like that' }).limit(10), []],
  ['own records by a field without an index', () => walks.in(platform.services).find({ km: 7 }), []],
  [
    'comments to be changed',
    () => CommentModel.updateMany({ body: 'nothing like that' }, { $set: { 'metadata.seen': true } }),
    { matchedCount: 0, modifiedCount: 0 },
  ],
  ['the number of own records', () => walks.in(platform.services).count(), 3_000],
])(
  'what a plugin looks for among thousands without an index is read in another thread: %s',
  async (...[, read, found]) => {
    const { result, apart } = await readApart(read)
    expect(result).toEqual(found)
    expect(apart).toBe(1)
  },
)

test.each<[name: string, read: () => PromiseLike<unknown>, id: string]>([
  ['a comment by its id', () => CommentModel.findOne({ id: 'c7' }), 'c7'],
  ['the newest comment of a discussion', () => CommentModel.findOne({ asset_id: 'a8' }).sort('-created_at'), 'c2908'],
  ['own records by an index', async () => (await walks.in(platform.services).find({ where: 'there' }))[0], 'c0'],
])('what an index finds is read at once: %s', async (...[, read, id]) => {
  const { result, apart } = await readApart(read)
  expect(result).toMatchObject({ id })
  expect(apart).toBe(0)
})

test('a cursor goes through all comments, some at a time, in another thread', async () => {
  let count = 0
  const { apart } = await readApart(async () => {
    for await (const _comment of CommentModel.find({ body: 'One of many' }).cursor()) count++
  })
  expect(count).toBe(3_000)
  expect(apart).toBeGreaterThan(2)
})

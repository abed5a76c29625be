import type { Asset, Comment } from '@platform/plugin-sdk'
import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { verifyCountsOperation } from '#server/cli/operations/verify-counts'
import { newComment } from '../../src/features/comments/model.ts'

const BATCH = 2_000
const START = Date.parse('2026-03-01T12:00:00.000Z')
/** More comments than one read of a recount looks at: some of different times, and as many of a single time. */
const EACH = 6_000
const REPLIES = 3

test('the counters of a large discussion are counted anew, however many comments have the same time', {
  timeout: 60_000,
}, async () => {
  await using platform = await createTestPlatform()
  const { docstore } = platform.services
  const author = await platform.createUser()
  const { id: asset_id } = await platform.createAsset()
  const stored = Array.from({ length: 2 * EACH }, (_, n) => {
    const draft = { asset_id, author_id: author.user.id, body: `Comment ${n}`, parent_id: n < REPLIES ? 'c9999' : null }
    const time = new Date(START + Math.min(n, EACH) * 1_000)
    return newComment({ id: `c${n}`, ...draft, status: n % 3 === 0 ? 'PREMOD' : 'NONE' }, time)
  })
  const comments = docstore.collection<Comment>('comments')
  for (let first = 0; first < stored.length; first += BATCH)
    await comments.insertMany(stored.slice(first, first + BATCH))

  const run = (options: object) =>
    verifyCountsOperation.run(platform.services, options, {
      out: () => {},
      err: () => {},
      draw: () => {},
      columns: null,
      interrupted: false,
    })
  expect([await run({}), await run({ fix: true }), await run({})]).toEqual([1, 0, 0])
  const visible = stored.filter(({ status }) => status === 'NONE')
  const asset = await docstore.collection<Asset>('assets').findOne({ id: asset_id })
  expect(asset?.comment_counts).toMatchObject({
    total: visible.length,
    roots: visible.filter(({ parent_id }) => parent_id === null).length,
    statuses: { NONE: visible.length, PREMOD: stored.length - visible.length },
  })
  expect(asset?.last_comment_at).toEqual(visible.at(-1)?.created_at)
  expect((await comments.findOne({ id: 'c9999' }))?.reply_count).toBe(
    visible.filter(({ parent_id }) => parent_id !== null).length,
  )
})

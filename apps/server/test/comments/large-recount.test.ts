import type { Action, Asset, Comment } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { verifyCountsOperation } from '#server/cli/operations/verify-counts'
import { newComment } from '../../src/features/comments/model.ts'

const BATCH = 2_000
const START = Date.parse('2026-03-01T12:00:00.000Z')
/** More comments than one read of a recount looks at: some of different times, and as many of a single time. */
const EACH = 6_000
const REPLIES = 3

const verify = ({ services }: TestPlatform, options: object) =>
  verifyCountsOperation.run(services, options, {
    out: () => {},
    err: () => {},
    draw: () => {},
    columns: null,
    interrupted: false,
  })

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

  expect([await verify(platform, {}), await verify(platform, { fix: true }), await verify(platform, {})]).toEqual([
    1, 0, 0,
  ])
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

test('the counters of a comment with very many reactions are counted anew, in pages', { timeout: 60_000 }, async () => {
  await using platform = await createTestPlatform()
  const { docstore } = platform.services
  const author = await platform.createUser()
  const asset = await platform.createAsset()
  const draft = {
    id: 'loud',
    asset_id: asset.id,
    author_id: author.user.id,
    body: 'Loud',
    parent_id: null,
    status: 'NONE',
  } as const
  const loud = { ...newComment(draft, new Date()), action_counts: { respect: 7, flag: 1 } }
  await docstore.collection<Comment>('comments').insertOne(loud)
  const kinds = [
    { action_type: 'FLAG', group_id: 'SPAM' },
    { action_type: 'FLAG', group_id: 'OFFENSIVE' },
    { action_type: 'RESPECT', group_id: null },
  ]
  const actions = kinds.flatMap((kind, k) =>
    Array.from({ length: 700 + k }, (_, n) => ({
      ...kind,
      id: `${k}-${n}`,
      item_id: 'loud',
      item_type: 'COMMENTS' as const,
      user_id: `u${n}`,
      metadata: {},
      // Many have the same time.
      created_at: new Date(START + (n % 3) * 1_000),
      updated_at: new Date(START),
    })),
  )
  await docstore.collection<Action>('actions').insertMany(actions)
  await verify(platform, { fix: true })
  expect((await docstore.collection<Comment>('comments').findOne({ id: 'loud' }))?.action_counts).toEqual({
    flag: 1_401,
    flag_spam: 700,
    flag_offensive: 701,
    respect: 702,
  })
  expect(await verify(platform, {})).toBe(0)
})

import type { Asset, Comment, CommentStatus } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusals } from '../moderation/operations.ts'
import { onBothStores } from '../on-both-stores.ts'
import { statements } from '../statements.ts'

const COUNT = 'query ($query: CommentCountQuery!) { commentCount(query: $query) }'
const STATUSES: readonly CommentStatus[] = ['NONE', 'ACCEPTED', 'REJECTED', 'PREMOD', 'NONE']
const VISIBLE = ['NONE', 'ACCEPTED']

/** What is counted, with the condition for a comment that is counted. */
const COUNTS: readonly [query: (asset: string) => Record<string, unknown>, isCounted: (one: Comment) => boolean][] = [
  [() => ({ statuses: null }), () => true],
  [() => ({}), one => VISIBLE.includes(one.status)],
  [() => ({ statuses: ['REJECTED', 'PREMOD'] }), one => ['REJECTED', 'PREMOD'].includes(one.status)],
  [() => ({ statuses: null, excludeDeleted: true }), one => !one.deleted_at],
  [() => ({ statuses: ['NONE'], excludeDeleted: true }), one => one.status === 'NONE' && !one.deleted_at],
  [asset_id => ({ asset_id, statuses: null }), one => one.asset_id === 'first'],
  [asset_id => ({ asset_id, statuses: ['REJECTED'] }), one => one.asset_id === 'first' && one.status === 'REJECTED'],
  [
    asset_id => ({ asset_id, excludeDeleted: true }),
    one => one.asset_id === 'first' && VISIBLE.includes(one.status) && !one.deleted_at,
  ],
  [
    asset_id => ({ asset_id, parent_id: null }),
    one => one.asset_id === 'first' && VISIBLE.includes(one.status) && one.parent_id === null,
  ],
]

await onBothStores(env => {
  let platform: TestPlatform
  let moderator: TestPlatform
  let first: Asset

  const commentsNow = () => platform.services.docstore.collection<Comment>('comments').find({}).toArray()
  const count = async (query: Record<string, unknown>) =>
    (await moderator.graphql(COUNT, { query })).data!['commentCount'] as number

  beforeAll(async () => {
    platform = await createTestPlatform({ env: env() })
    const boss = await platform.createUser({ roles: ['ADMIN'] })
    moderator = platform.as(boss)
    const leaving = await platform.createUser()
    for (let i = 0; i < 3; i++) {
      const asset = await platform.createAsset()
      first ??= asset
      const root = await platform.createComment({ asset })
      for (const [n, status] of STATUSES.entries()) {
        const { id } = await platform.createComment({
          asset,
          ...(n % 2 ? { parent: root } : {}),
          ...(n === 4 ? { author: leaving } : {}),
        })
        if (status !== 'NONE') await platform.services.comments.setStatus(boss.user, id, status)
      }
    }
    await platform.services.jobs.start()
    expect(await refusals(moderator, 'delUser(id: $id)', { id: leaving.user.id })).toBeNull()
    await platform.services.jobs.idle()
  })
  afterAll(() => platform[Symbol.asyncDispose]())

  test.each(COUNTS)('a count is that of the comments that are stored (%#)', async (query, isCounted) => {
    const comments = (await commentsNow()).map(one => ({
      ...one,
      asset_id: one.asset_id === first.id ? 'first' : one.asset_id,
    }))
    expect(comments.some(one => one.deleted_at)).toBe(true)
    expect(await count(query(first.id))).toBe(comments.filter(isCounted).length)
  })

  test('a count follows what is decided and posted', async () => {
    const [before, rejected] = [await count({ statuses: ['NONE'] }), await count({ statuses: ['REJECTED'] })]
    const { id } = await platform.createComment({ asset: first })
    expect(await count({ statuses: ['NONE'] })).toBe(before + 1)
    const setStatus = 'setCommentStatus(id: $id, status: REJECTED)'
    expect(await refusals(moderator, setStatus, { id })).toBeNull()
    expect([await count({ statuses: ['NONE'] }), await count({ statuses: ['REJECTED'] })]).toEqual([
      before,
      rejected + 1,
    ])
  })

  test('a site whose comments an earlier version stored is counted by its discussions', async () => {
    const before = await count({ statuses: ['NONE'] })
    await platform.services.docstore.collection('site_counts').deleteMany({})
    await platform.createComment({ asset: first })
    expect(await count({ statuses: ['NONE'] })).toBe(before + 1)
  })
})

test('no comment is looked at to count those of the site and of a discussion', async () => {
  await using platform = await createTestPlatform()
  const moderator = platform.as(await platform.createUser({ roles: ['MODERATOR'] }))
  const asset = await platform.createAsset()
  for (let i = 0; i < 5; i++) await platform.createComment({ asset })
  const ask = (query: object) => () => moderator.graphql(COUNT, { query })
  await ask({})()
  for (const query of [{ statuses: null }, { asset_id: asset.id }, { asset_id: asset.id, parent_id: null }])
    expect(await statements(ask(query), 'comments')).toBe(0)
})

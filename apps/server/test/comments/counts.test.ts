import type { Asset } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { describeWith, needsEmbeddedStore } from '../../../../test/needs.ts'
import { REDIS, startRedis } from '../redis.ts'
import { statements } from '../statements.ts'

let platform: TestPlatform
let moderator: TestPlatform
let asset: Asset
/** Counts of what one person wrote are no stored counters, so the comments are counted and the count is kept. */
let author: TestUser

beforeAll(async () => {
  platform = await createTestPlatform({
    env: { PLATFORM_CACHE_EXPIRY_COMMENT_COUNT: '10 min' },
    now: new Date('2026-03-01T12:00:00.000Z'),
  })
  moderator = platform.as(await platform.createUser({ roles: ['MODERATOR'] }))
  author = await platform.createUser()
  asset = await platform.createAsset()
  await platform.createComment({ asset, author, body: 'One of several' })
})

afterAll(() => platform[Symbol.asyncDispose]())

const COUNT = 'query ($query: CommentCountQuery!) { commentCount(query: $query) }'
const count = async (query: Record<string, unknown>, by = moderator) =>
  (await by.graphql<{ commentCount: number | null }>(COUNT, { query })).data!.commentCount
const queries = (query: Record<string, unknown>) => statements(() => count(query), 'comments')

describe('a count', () => {
  test('is asked of the store once, until something it counts changes', async () => {
    const query = { asset_id: asset.id, author_id: author.user.id, statuses: ['NONE', 'PREMOD'] }
    const before = await count(query)
    const known = await queries(query)
    expect(known).toBe(0)
    await platform.createComment({ asset, author, body: 'Another one' })
    expect(await count(query)).toBe(before! + 1)
    expect(await queries(query)).toBe(known)
    const other = await platform.createAsset()
    await platform.createComment({ asset: other, body: 'Elsewhere' })
    expect(await queries(query), 'a change elsewhere').toBe(known)
    expect(await queries({ ...query, statuses: ['REJECTED'] }), 'another count').toBe(known + 1)
  })

  test('is kept also when its query names many', async () => {
    const ids = Array.from({ length: 19 }, (_, n) => `${n}`.padEnd(200, 'x'))
    const query = { asset_ids: [asset.id, ...ids], author_id: author.user.id, statuses: ['NONE'] }
    const before = await count(query)
    expect(await queries(query)).toBe(0)
    await platform.createComment({ asset, author, body: 'One more' })
    expect(await count(query)).toBe(before! + 1)
  })

  test('is asked again when it is as old as the operator allows', async () => {
    const query = { asset_id: asset.id, author_id: author.user.id, statuses: ['ACCEPTED'] }
    await count(query)
    const known = await queries(query)
    platform.clock.advance(599_000)
    expect(await queries(query)).toBe(known)
    platform.clock.advance(1_000)
    expect(await queries(query)).toBe(known + 1)
  })

  test.each([
    ['the discussion', () => ({ asset_id: asset.id, author_id: author.user.id })],
    ['the site', () => ({ author_id: author.user.id, statuses: ['NONE', 'ACCEPTED'] })],
  ])(
    'that was made, and not kept yet, when a comment came is made again, for those who ask meanwhile too (%s) [K17]',
    async (_of, queryOf) => {
      needsEmbeddedStore()
      const query = queryOf()
      const comments = platform.services.docstore.collection('comments')
      // What is known is old then, so that the next one is counted.
      await platform.createComment({ asset, author, body: 'Before counting' })
      const truth = await comments.countDocuments({
        ...('asset_id' in query ? { asset_id: query.asset_id } : {}),
        author_id: author.user.id,
        status: { $in: ['NONE', 'ACCEPTED'] },
      })
      const [counted, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const prototype = Object.getPrototypeOf(comments) as typeof comments
      const { countDocuments } = prototype
      let counts = 0
      const pause = vi.spyOn(prototype, 'countDocuments').mockImplementation(async function (
        this: typeof comments,
        ...given
      ) {
        const made = await countDocuments.apply(this, given)
        if (this.collectionName === 'comments' && ++counts === 1) {
          counted.resolve()
          await goOn.promise
        }
        return made
      })
      try {
        const early = count(query)
        await counted.promise
        await platform.createComment({ asset, author, body: 'Between counting and keeping' })
        const meanwhile = [count(query), count(query)]
        goOn.resolve()
        expect(await early).toBe(truth)
        expect([...(await Promise.all(meanwhile)), await count(query)]).toEqual([truth + 1, truth + 1, truth + 1])
        expect(counts).toBe(2)
      } finally {
        pause.mockRestore()
      }
    },
  )

  test('stands beside others in one request, of several discussions too', async () => {
    const [one, other] = [await platform.createAsset(), await platform.createAsset()]
    for (const each of [one, one, other]) await platform.createComment({ asset: each, body: 'Counted together' })
    const COUNTS = 'query ($queries: [CommentCountQuery!]!) { commentCounts(queries: $queries) }'
    const queries = [{ asset_id: one.id }, { asset_ids: [one.id, other.id] }, { asset_ids: [] }, { asset_ids: null }]
    const { data } = await moderator.graphql(COUNTS, { queries })
    expect(data!['commentCounts']).toEqual([2, 3, 0, await count({})])
    expect((await platform.graphql(COUNTS, { queries })).data).toEqual({ commentCounts: null })
    const refused = async (given: readonly object[]) =>
      (await moderator.graphql(COUNTS, { queries: given })).errors[0]?.message
    expect([
      await refused([{ asset_id: one.id, asset_ids: [one.id] }]),
      await refused([{ asset_ids: Array.from({ length: 21 }, (_, i) => `a${i}`) }]),
      await refused(Array.from({ length: 51 }, () => ({}))),
    ]).toEqual([
      'asset_ids: give either one asset or several',
      'asset_ids: give at most 20 ids',
      'queries: give at most 50 queries',
    ])
  })

  test('and lists of one discussion and of several at once are refused, also beside each other', async () => {
    const [one, other] = [await platform.createAsset(), await platform.createAsset()]
    const query = { asset_ids: [one.id, other.id] }
    const comments = 'comments(query: $query) { nodes { id } }'
    const { errors } = await platform.graphql(
      `query ($one: ID!, $other: ID!, $query: CommentsQuery!) {
        one: asset(id: $one) { ${comments} } other: asset(id: $other) { ${comments} }
      }`,
      { one: one.id, other: other.id, query },
    )
    const refused = { code: 'BAD_USER_INPUT', message: 'asset_ids: give either one asset or several' }
    expect(errors).toMatchObject([refused, refused])
  })

  test('of replies in some discussions leaves out those of another one, as the list does', async () => {
    const [one, other] = [await platform.createAsset(), await platform.createAsset()]
    const parent = await platform.createComment({ asset: one, body: 'Asked' })
    const reply = await platform.createComment({ asset: one, parent, body: 'Answered' })
    const DOCUMENT = `query ($list: CommentsQuery!, $count: CommentCountQuery!) {
      comments(query: $list) { nodes { id } }
      commentCount(query: $count)
    }`
    const found = async (asset_ids: readonly string[], sortBy: string) => {
      const query = { parent_id: parent.id, asset_ids }
      const { data } = await moderator.graphql(DOCUMENT, { list: { ...query, sortBy }, count: query })
      return [data!['comments'], data!['commentCount']]
    }
    for (const sortBy of ['CREATED_AT', 'REPLIES']) {
      expect(await found([other.id], sortBy)).toEqual([{ nodes: [] }, 0])
      expect(await found([], sortBy)).toEqual([{ nodes: [] }, 0])
      expect(await found([other.id, one.id], sortBy)).toEqual([{ nodes: [{ id: reply.id }] }, 1])
    }
  })

  test('of an address that is not known is 0, and of nothing but an address that of its page', async () => {
    expect([await count({ asset_url: 'http://localhost/unknown' }), await count({ asset_url: asset.url })]).toEqual([
      0,
      await count({ asset_id: asset.id }),
    ])
  })

  test('is for moderators [R02]', async () => {
    expect([await count({}, platform), await count({}, platform.as(await platform.createUser()))]).toEqual([null, null])
  })
})

test('counts by tag follow the tags', async () => {
  const comment = await platform.createComment({ asset, body: 'To be tagged' })
  const tagged = async () =>
    (
      await platform.graphql(
        'query ($id: ID!) { asset(id: $id) { commentCount(tags: ["BEST"]) totalCommentCount(tags: ["BEST"]) } }',
        { id: asset.id },
      )
    ).data!['asset']
  const tag = (mutation: 'addTag' | 'removeTag') =>
    moderator.graphql(`mutation ($tag: ModifyTagInput!) { ${mutation}(tag: $tag) { errors { translation_key } } }`, {
      tag: { id: comment.id, item_type: 'COMMENTS', name: 'BEST', asset_id: asset.id },
    })
  expect(await tagged()).toEqual({ commentCount: 0, totalCommentCount: 0 })
  await tag('addTag')
  expect(await tagged()).toEqual({ commentCount: 1, totalCommentCount: 1 })
  await tag('removeTag')
  expect(await tagged()).toEqual({ commentCount: 0, totalCommentCount: 0 })
})

describeWith(REDIS)('on two servers', () => {
  test('a change at one ends the counts of the other', async () => {
    await using redis = await startRedis()
    await using one = await createTestPlatform({ env: { PLATFORM_KVSTORE_URL: redis.url } })
    await using other = await createTestPlatform({ env: { PLATFORM_KVSTORE_URL: redis.url } })
    const boss = await other.createUser({ roles: ['MODERATOR'] })
    const asker = other.as(boss)
    const query = { author_id: boss.user.id, statuses: ['REJECTED'] }
    await count(query, asker)
    const before = other.services.revisions.of('comments')
    await one.createComment({ asset: await one.createAsset() })
    await expect.poll(() => other.services.revisions.of('comments'), { timeout: 20_000 }).toBeGreaterThan(before)
    expect(await statements(() => count(query, asker), 'comments')).toBe(1)
    expect(await statements(() => count(query, asker), 'comments')).toBe(0)
  })
})

import { connectDocstore, type Docstore } from '@platform/docstore'
import type { Asset } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyCountsOperation } from '#server/cli/operations/verify-counts'
import { areSiteCountsMade } from '#server/features/comments/counts/site'
import { correctSiteCounts, makeSiteCounts, readSiteCounts } from '#server/features/comments/counts/site-making'
import { temporaryUrl } from '../../../../packages/docstore/test/temporary.ts'
import { onBothStores } from '../on-both-stores.ts'

const COUNT = 'query ($query: CommentCountQuery!) { commentCount(query: $query) }'
const SITE = 'site_counts'

/** Discussions with three comments each, as an earlier version stored them. */
async function storeDiscussions(docstore: Docstore, count: number): Promise<void> {
  const statuses = { NONE: 2, REJECTED: 1 }
  const comment_counts = { total: 2, roots: 2, statuses }
  for (let first = 0; first < count; first += 5_000)
    await docstore.collection<{ id: string; url: string; comment_counts: object }>('assets').insertMany(
      Array.from({ length: Math.min(5_000, count - first) }, (_, n) => {
        const id = `old${first + n}`
        return { id, url: `http://localhost/${id}`, comment_counts }
      }),
    )
}

async function verify(platform: TestPlatform, options: object): Promise<string> {
  let said = ''
  const out = { out: () => {}, draw: () => {}, columns: null, interrupted: false }
  const err = (text: string) => {
    said += text
  }
  await verifyCountsOperation.run(platform.services, options, { ...out, err })
  return said
}

await onBothStores(env => {
  let platform: TestPlatform
  let docstore: Docstore
  let moderator: TestPlatform
  let asset: Asset

  beforeAll(async () => {
    platform = await createTestPlatform({ env: env() })
    docstore = platform.services.docstore
    moderator = platform.as(await platform.createUser({ roles: ['MODERATOR'] }))
    asset = await platform.createAsset()
    await storeDiscussions(docstore, 2_000)
  })
  afterAll(() => platform[Symbol.asyncDispose]())

  const forget = () => docstore.collection(SITE).deleteMany({})
  async function count(statuses: string[] | null): Promise<number> {
    const { data, errors } = await moderator.graphql(COUNT, { query: { statuses } })
    expect(errors).toEqual([])
    return data!['commentCount'] as number
  }
  /** The comments of all discussions. */
  async function countEach(status: string): Promise<number> {
    const assets = await docstore.collection<Asset>('assets').find({}).toArray()
    return assets.reduce((sum, { comment_counts: counts }) => sum + (counts.statuses?.[status as 'NONE'] ?? 0), 0)
  }

  test('the comments of a site are counted while others are posted, and each is counted once', async () => {
    await forget()
    const posts = Array.from({ length: 10 }, () => platform.createComment({ asset }))
    const counted = await Promise.all([
      makeSiteCounts(docstore),
      ...Array.from({ length: 3 }, () => count(null)),
      ...Array.from({ length: 3 }, () => correctSiteCounts(docstore)),
    ])
    await Promise.all(posts)
    expect(counted).toHaveLength(7)
    expect([await count(['NONE']), await count(['REJECTED'])]).toEqual([await countEach('NONE'), 2_000])
  })

  test('what is missing is added once, however many find that it is missing', async () => {
    await forget()
    await Promise.all(Array.from({ length: 4 }, () => correctSiteCounts(docstore)))
    await docstore.collection(SITE).updateMany({ id: '0' }, { $inc: { 'statuses.NONE': -7 } })
    await Promise.all(Array.from({ length: 4 }, () => correctSiteCounts(docstore)))
    expect([await count(['NONE']), await count(['REJECTED'])]).toEqual([await countEach('NONE'), 2_000])
  })

  test('a wrong count of the site is found, and corrected', async () => {
    await using other = await createTestPlatform({ env: env() })
    const parts = other.services.docstore.collection(SITE)
    for (let i = 0; i < 3; i++) await other.createComment({ asset: await other.createAsset() })
    expect(await verify(other, {})).toBe('')
    expect(await readSiteCounts(other.services.docstore)).toMatchObject({ NONE: 3 })
    await parts.updateMany({ id: '0' }, { $inc: { 'statuses.NONE': 5, 'statuses.PREMOD': 2 } })
    for (const options of [{}, { fix: true }]) {
      const said = await verify(other, options)
      expect(said).toContain('site_counts all statuses.NONE: stored 8, counted 3')
      expect(said).toContain('site_counts all statuses.PREMOD: stored 2, counted 0')
    }
    expect(await readSiteCounts(other.services.docstore)).toMatchObject({ NONE: 3, PREMOD: 0 })
    expect(await verify(other, {})).toBe('')
  })

  test('who can wait no longer is told to try again, and the counting goes on for the next one', async () => {
    await forget()
    await expect(readSiteCounts(docstore, 0)).rejects.toMatchObject({ code: 'UNAVAILABLE', status: 503 })
    await expect.poll(() => areSiteCountsMade(docstore)).toBe(true)
    expect(await count(['REJECTED'])).toBe(2_000)
  })
})

test('the comments of a site are counted, however many discussions it has, and once for all who ask', async () => {
  // No transaction that reads this many discussions ends in so short a time.
  const docstore = await connectDocstore(temporaryUrl(), { transactionDeadline: 50 })
  await storeDiscussions(docstore, 40_000)
  const asked: string[] = []
  const collection: Docstore['collection'] = name => {
    asked.push(name)
    return docstore.collection(name)
  }
  const watched = { kind: docstore.kind, collection } as Docstore
  const counts = { NONE: 80_000, REJECTED: 40_000 }
  const found = await Promise.all(Array.from({ length: 5 }, () => readSiteCounts(watched)))
  for (const one of found) expect(one).toMatchObject(counts)
  expect(asked.filter(name => name === 'assets')).toHaveLength(1)
  await docstore.close()
})

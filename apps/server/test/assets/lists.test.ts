import { explainFind } from '@platform/docstore'
import type { Asset } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AssetModel } from '../../src/compat/models/asset.ts'
import { openness } from '../../src/features/assets/lists.ts'
import { wordFilter } from '../../src/features/assets/words.ts'

let platform: TestPlatform
let moderator: TestPlatform
let assets: Asset[]

beforeAll(async () => {
  platform = await createTestPlatform({ now: new Date('2026-03-01T12:00:00.000Z') })
  moderator = platform.as(await platform.createUser({ roles: ['MODERATOR'] }))
  assets = []
  for (const [i, title] of [
    'On the life of bees',
    'Bee-keeping for Über-beginners',
    'Parliament (votes)',
    '100% wool.*',
    'Nothing else',
  ].entries()) {
    const asset = await platform.createAsset({
      url: `http://localhost/story/${i}`,
      closedAt: i % 2 === 0 ? null : new Date('2026-02-01T00:00:00.000Z'),
    })
    assets.push(
      await platform.services.assets.update(asset.id, {
        title,
        author: i < 2 ? 'Maya' : null,
        section: 'News',
      }),
    )
    platform.clock.advance(1_000)
  }
})

afterAll(() => platform[Symbol.asyncDispose]())

async function list(query: Record<string, unknown>, by = moderator) {
  const { data } = await by.graphql<{ assets: { nodes: { id: string }[]; hasNextPage: boolean; endCursor: string } }>(
    'query ($query: AssetsQuery) { assets(query: $query) { nodes { id } hasNextPage endCursor } }',
    { query },
  )
  return data!.assets
}
const found = async (query: Record<string, unknown>) =>
  (await list(query)).nodes.map(({ id }) => assets.findIndex(asset => asset.id === id))

test.each<[value: string, expected: number[]]>([
  ['', [4, 3, 2, 1, 0]],
  ['bee', [1, 0]],
  ['BEES', [0]],
  ['life bee', [0]],
  ['über', [1]],
  ['maya', [1, 0]],
  ['maya keep', [1]],
  ['http://localhost/story/3', [3]],
  ['news', [4, 3, 2, 1, 0]],
  ['.*', []],
  ['votes', [2]],
  ['(votes)', [2]],
  ['100%', [3]],
  ['$where', []],
  ['ees', []],
])('a search for %j finds the assets with words that begin with its terms [E10]', async (value, expected) => {
  expect(await found({ value })).toEqual(expected)
})

test('the list can have only open, or only closed discussions', async () => {
  expect([
    await found({ open: true }),
    await found({ open: false }),
    await found({ open: false, value: 'bee' }),
    await found({ open: null, sortOrder: 'ASC' }),
  ]).toEqual([[4, 2, 0], [3, 1], [1], [0, 1, 2, 3, 4]])
})

test('page after page, every asset is listed once', async () => {
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const page = await list({ limit: 2, cursor })
    ids.push(...page.nodes.map(({ id }) => id))
    cursor = page.hasNextPage ? page.endCursor : null
  } while (cursor)
  expect(ids).toEqual(assets.map(({ id }) => id).toReversed())
})

test('page after page, no other discussions follow those whose ids were given', async () => {
  const wanted = [assets[0]!.id, assets[2]!.id, assets[4]!.id]
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const page = await list({ ids: wanted, limit: 1, cursor })
    ids.push(...page.nodes.map(({ id }) => id))
    cursor = page.hasNextPage ? page.endCursor : null
  } while (cursor)
  expect(ids.toSorted()).toEqual(wanted.toSorted())
})

test('a limit below one is refused [G13]', async () => {
  for (const limit of [0, -1])
    expect(
      (
        await moderator.graphql('query ($query: AssetsQuery) { assets(query: $query) { nodes { id } } }', {
          query: { limit },
        })
      ).errors[0]?.code,
    ).toBe('BAD_USER_INPUT')
})

test('a search finds the title that a plugin wrote through the model of assets', async () => {
  await AssetModel.findOneAndUpdate(
    { url: 'http://localhost/by-a-plugin' },
    { $set: { title: 'Written elsewhere' } },
    { upsert: true },
  )
  expect((await list({ value: 'elsewhere' })).nodes).toHaveLength(1)
  await AssetModel.updateOne({ url: 'http://localhost/by-a-plugin' }, { $set: { title: 'Changed' } })
  expect([(await list({ value: 'elsewhere' })).nodes.length, (await list({ value: 'changed' })).nodes.length]).toEqual([
    0, 1,
  ])
})

describe('the store reads this list from an index', () => {
  const sort = { created_at: -1, id: -1 } as const
  const now = new Date()
  test.each<[name: string, filter: Record<string, unknown>]>([
    ['all assets', {}],
    ['a search', wordFilter('bee life')],
    ['open discussions', openness(true, now)],
    ['closed discussions', openness(false, now)],
    ['closed discussions in a search', { ...openness(false, now), ...wordFilter('x') }],
  ])('%s', async (_name, filter) => {
    expect(
      await explainFind(platform.services.docstore.collection<Asset>('assets'), filter, { sort, limit: 11 }),
    ).toMatchObject({ usesIndex: true })
  })
})

test('only moderators and administrators get the list [R02]', async () => {
  for (const by of [platform, platform.as(await platform.createUser({ roles: ['STAFF'] }))]) {
    const { data, errors } = await by.graphql('{ assets { nodes { id } } }')
    expect([data, errors[0]?.code]).toEqual([{ assets: null }, 'NOT_AUTHORIZED'])
  }
})

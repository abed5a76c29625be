import type { Asset, AssetMerge, Comment } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { runOperation } from '../../src/cli/run-operation.ts'
import type { ServerContext } from '../../src/contract/context.ts'
import { named } from '../compose/named.ts'

let areLocked = false
/** Whether a request stores a poll about the first asset in the moment after all were moved. */
let oneIsLate = false
/** Whether the records are locked in the moment after the first asset was deleted. */
let areLockedAtTheEnd = false
/** A plugin with records about assets, which it moves in batches of ten. */
const polls = named('polls', {
  assetData: {
    async merge({ from, into }: AssetMerge, { services: { docstore } }: ServerContext) {
      if (areLocked) throw new Error('the polls are locked')
      if (areLockedAtTheEnd && !(await stored(from))) throw new Error('the polls are locked')
      const collection = docstore.collection<Poll>('polls')
      const batch = await collection.find({ asset_id: from }, { limit: 10 }).toArray()
      if (batch.length === 0 && oneIsLate) {
        oneIsLate = false
        await collection.insertOne({ id: 'late', asset_id: from })
        return 0
      }
      await collection.updateMany({ id: { $in: batch.map(({ id }) => id) } }, { $set: { asset_id: into } })
      return batch.length
    },
  },
})

interface Poll {
  readonly id: string
  readonly asset_id: string
}

let platform: TestPlatform
let author: TestUser

beforeAll(async () => {
  platform = await createTestPlatform({ plugins: [polls] })
  author = await platform.createUser()
})

afterAll(() => platform[Symbol.asyncDispose]())

async function command(name: string, options: Record<string, unknown>) {
  const output = { out: '', err: '' }
  const code = await runOperation(
    platform.services,
    { name, options },
    {
      draw: () => {},
      columns: null,
      interrupted: false,
      out(text) {
        output.out += text
      },
      err(text) {
        output.err += text
      },
    },
  )
  return { code, ...output }
}

const read = async (url: string) =>
  (
    await platform.graphql(
      `query ($url: String) {
        asset(url: $url) {
          id totalCommentCount commentCount
          comments(query: { sortOrder: ASC }) { nodes { body replyCount replies { nodes { body } } } }
        }
      }`,
      { url },
    )
  ).data!['asset'] as Record<string, any>
const stored = (id: string) => platform.services.docstore.collection<Asset>('assets').findOne({ id })

test('platform assets merge makes one discussion of two, with every count right', async () => {
  const [from, into] = [
    await platform.createAsset({ url: 'http://localhost/from' }),
    await platform.createAsset({ url: 'http://localhost/into' }),
  ]
  const parent = await platform.createComment({ asset: from, author, body: 'A root there' })
  await platform.createComment({ asset: from, author, parent, body: 'Its reply' })
  await platform.createComment({ asset: from, author, body: 'Held there', status: 'PREMOD' })
  await platform.createComment({ asset: into, author, body: 'A root here' })
  expect(await read(into.url)).toMatchObject({ totalCommentCount: 1 })
  expect(await command('assets merge', { from: from.id, into: into.id })).toMatchObject({
    code: 0,
    out: `Moved 3 comments; the discussion ${from.id} is deleted\n`,
  })
  expect(await read(into.url)).toMatchObject({
    totalCommentCount: 3,
    commentCount: 2,
    comments: {
      nodes: [
        { body: 'A root there', replyCount: 1, replies: { nodes: [{ body: 'Its reply' }] } },
        { body: 'A root here' },
      ],
    },
  })
  expect((await stored(into.id))!.comment_counts).toMatchObject({
    total: 3,
    roots: 2,
    statuses: { NONE: 3, PREMOD: 1 },
  })
  expect(await stored(from.id)).toBeNull()
  expect(await command('assets merge', { from: from.id, into: into.id })).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^NOT_FOUND /),
  })
  expect(await command('assets merge', { from: into.id, into: into.id })).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^BAD_USER_INPUT /),
  })
})

test('a comment posted during a merge is moved or refused, and none stays on the deleted asset', async () => {
  const [from, into] = [await platform.createAsset(), await platform.createAsset()]
  const posts = Array.from({ length: 30 }, (_, i) =>
    platform.createComment({ asset: from, author, body: `While it moves ${i}` }).then(
      () => 1,
      () => 0,
    ),
  )
  const [merged, ...posted] = await Promise.all([command('assets merge', { from: from.id, into: into.id }), ...posts])
  expect(merged.code).toBe(0)
  const comments = platform.services.docstore.collection<Comment>('comments')
  const written = posted.reduce<number>((sum, one) => sum + one, 0)
  expect([
    await comments.countDocuments({ asset_id: from.id }),
    await comments.countDocuments({ asset_id: into.id }),
  ]).toEqual([0, written])
  expect((await stored(into.id))!.comment_counts).toMatchObject({ total: written, roots: written })
})

test('a merge moves the records of plugins too, and continues after a plugin failed', async () => {
  const [from, into] = [await platform.createAsset(), await platform.createAsset()]
  await platform.createComment({ asset: from, author, body: 'Beside a poll' })
  const collection = platform.services.docstore.collection<Poll>('polls')
  await collection.insertMany(Array.from({ length: 25 }, (_, i) => ({ id: `poll-${i}`, asset_id: from.id })))
  areLocked = true
  await expect(platform.services.assets.merge({ from: from.id, into: into.id })).rejects.toThrow('the polls are locked')
  expect([await stored(from.id), await collection.countDocuments({ asset_id: from.id })]).toEqual([
    expect.objectContaining({
      id: from.id,
      comment_counts: expect.objectContaining({ total: 0 }),
      last_comment_at: null,
    }),
    25,
  ])
  areLocked = false
  expect(await command('assets merge', { from: from.id, into: into.id })).toMatchObject({ code: 0 })
  expect([await stored(from.id), await collection.countDocuments({ asset_id: into.id })]).toEqual([null, 25])
})

test('a record that is stored while the first asset is being deleted is moved too', async () => {
  const [from, into] = [await platform.createAsset(), await platform.createAsset()]
  oneIsLate = true
  await platform.services.assets.merge({ from: from.id, into: into.id })
  const polls = await platform.services.docstore.collection<Poll>('polls').find({ id: 'late' }).toArray()
  expect(polls.map(({ asset_id }) => asset_id)).toEqual([into.id])
})

test('a merge that is interrupted after the first asset was deleted is completed by the next attempt', async () => {
  const [from, into] = [await platform.createAsset(), await platform.createAsset()]
  const collection = platform.services.docstore.collection<Poll>('polls')
  await collection.deleteMany({ id: 'late' })
  const events: unknown[] = []
  const note = (event: unknown) => events.push(event)
  platform.services.events.local.on('assetMerged', note)
  onTestFinished(() => void platform.services.events.local.off('assetMerged', note))
  const attempt = () => command('assets merge', { from: from.id, into: into.id })
  oneIsLate = true
  areLockedAtTheEnd = true
  await expect(attempt()).rejects.toThrow('the polls are locked')
  expect([await stored(from.id), events]).toEqual([null, []])
  areLockedAtTheEnd = false
  const asked = await command('ask assets merge', { from: from.id, into: into.id })
  expect([asked.code, asked.out]).toEqual([0, expect.stringContaining('Complete its merge')])
  expect(await attempt()).toMatchObject({ code: 0 })
  expect((await collection.find({ id: 'late' }).toArray()).map(({ asset_id }) => asset_id)).toEqual([into.id])
  expect(events).toHaveLength(1)
  expect(await attempt()).toMatchObject({ code: 1 })
})

test('the address of a merged asset leads to the other one, also over two merges and a change of address', async () => {
  const [first, second, last] = await Promise.all(
    ['one', 'two', 'three'].map(path => platform.createAsset({ url: `http://localhost/merged/${path}` })),
  )
  await command('assets merge', { from: first!.id, into: second!.id })
  await command('assets merge', { from: second!.id, into: last!.id })
  await command('assets update-url', { id: last!.id, url: 'http://localhost/merged/four' })
  const ids = await Promise.all(
    ['one', 'two', 'three', 'four'].map(async path => (await read(`http://localhost/merged/${path}#top`))['id']),
  )
  expect(ids).toEqual([last!.id, last!.id, last!.id, last!.id])
})

const withComments = async (path: string) => {
  const asset = await platform.createAsset({ url: `http://localhost/at-once/${path}` })
  for (let i = 0; i < 3; i++) await platform.createComment({ asset, author, body: `Comment ${i} on ${path}` })
  return asset
}
const merged = (from: Asset, into: Asset) =>
  platform.services.assets.merge({ from: from.id, into: into.id, address: into.url })

test('of merges at once that make a chain, the last discussion gets all comments', async () => {
  const [first, second, last] = [await withComments('a'), await withComments('b'), await withComments('c')]
  await Promise.all([merged(second, last), merged(first, second)])
  expect(await read(first.url)).toMatchObject({ id: last.id, totalCommentCount: 9 })
  expect(await read(second.url)).toMatchObject({ id: last.id })
  expect([await stored(first.id), await stored(second.id)]).toEqual([null, null])
})

test('of two discussions that are merged into each other at once, one stays, with all comments', async () => {
  const [one, other] = [await withComments('d'), await withComments('e')]
  await Promise.all([merged(one, other), merged(other, one)])
  const { id } = await read(one.url)
  expect(await read(other.url)).toMatchObject({ id, totalCommentCount: 6 })
  expect(await platform.services.docstore.collection('comments').countDocuments({ asset_id: id })).toBe(6)
})

test('a merge into a discussion that nothing leads to any more fails, and says so', async () => {
  const asset = await withComments('f')
  await expect(
    platform.services.assets.merge({ from: asset.id, into: 'gone', address: 'http://localhost/gone' }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await read(asset.url)).toMatchObject({ id: asset.id, totalCommentCount: 3 })
})

test('platform assets update-url changes the address of an asset', async () => {
  const asset = await platform.createAsset({ url: 'http://localhost/before' })
  expect(await command('assets update-url', { id: asset.id, url: 'http://localhost/after' })).toMatchObject({
    code: 0,
    out: `The page of ${asset.id} is http://localhost/after\n`,
  })
  expect((await read('http://localhost/after'))['id']).toBe(asset.id)
  expect(await command('assets update-url', { id: asset.id, url: 'http://elsewhere.example/' })).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^INVALID_ASSET_URL /),
  })
})

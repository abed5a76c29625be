import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test } from 'vitest'
import {
  type Collection,
  connectDocstore,
  type Docstore,
  type DocstoreOptions,
  explainFind,
  type Filter,
  type IndexDeclaration,
} from '../src/index.ts'
import type { Loose } from './contract/fixture.ts'
import { temporaryUrl } from './temporary.ts'

const ASSET: IndexDeclaration = { name: 'asset', keys: { asset: 1, at: 1 } }
const AUTHOR: IndexDeclaration = { name: 'author', keys: { author: 1, at: 1 } }
const REJECTED: IndexDeclaration = { name: 'rejected', keys: { status: 1, at: 1 }, partial: { status: 'REJECTED' } }

let docstore: Docstore
const opened: Docstore[] = []

async function open(url: string, options?: DocstoreOptions): Promise<Collection<Loose>> {
  docstore = await connectDocstore(url, options)
  opened.push(docstore)
  return docstore.collection<Loose>('things')
}

const reconcile = (...indexes: IndexDeclaration[]) => docstore.reconcileIndexes([{ collection: 'things', indexes }])

/** Comments by 100 authors: so many in one discussion, and so many in a discussion of their own. */
const comments = (large: number, small: number) =>
  Array.from({ length: large + small }, (_, n) => ({
    asset: n < large ? 'large' : `small${n}`,
    author: `u${n % 100}`,
    status: 'NONE',
    at: n,
  }))

async function firstStep(things: Collection<Loose>, filter: Filter<Loose>): Promise<string> {
  return (await explainFind(things, filter, { sort: { at: -1 }, limit: 5 })).plan[0] ?? ''
}

const OF_ONE_AUTHOR = { asset: 'large', author: 'u1' }
const BY_AUTHOR = 'SEARCH c:things USING INDEX i:things:author ($.author=?)'

afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
})

test('one large discussion beside thousands of small ones is not taken for a small one', async () => {
  const things = await open(temporaryUrl())
  await things.insertMany(comments(3_000, 3_000))
  await reconcile(ASSET, AUTHOR)
  expect(await firstStep(things, OF_ONE_AUTHOR)).toBe(BY_AUTHOR)
  expect(await things.countDocuments(OF_ONE_AUTHOR)).toBe(30)
})

test('a discussion that becomes large is noticed while the store is open', async () => {
  const things = await open(temporaryUrl(), { upkeepInterval: 10 })
  await things.insertMany(comments(0, 3_000))
  await reconcile(ASSET, AUTHOR)
  expect(await firstStep(things, OF_ONE_AUTHOR)).toBe('SEARCH c:things USING INDEX i:things:asset ($.asset=?)')
  await things.insertMany(comments(3_000, 0))
  await expect.poll(() => firstStep(things, OF_ONE_AUTHOR)).toBe(BY_AUTHOR)
})

test('a partial index that had no document is not taken for one that never has', async () => {
  const things = await open(temporaryUrl())
  await things.insertMany(comments(3_000, 3_000))
  await reconcile(ASSET, { ...AUTHOR, keys: { author: 1, asset: 1, at: 1 } }, REJECTED)
  const filter = { ...OF_ONE_AUTHOR, status: 'REJECTED' }
  expect(await firstStep(things, filter)).toBe('SEARCH c:things USING INDEX i:things:author ($.author=? AND $.asset=?)')
})

test('a partial index that has nearly all documents is not taken for one of few', async () => {
  const things = await open(temporaryUrl())
  await things.insertMany(comments(0, 6_000))
  await reconcile(AUTHOR, { ...REJECTED, name: 'seen', partial: { status: 'NONE' } })
  expect(await firstStep(things, { author: 'u1', status: 'NONE' })).toBe(BY_AUTHOR)
})

test('a value that nearly all documents have is found by its index, because others may be rare', async () => {
  const things = await open(temporaryUrl())
  await things.insertMany(comments(3_000, 100))
  await reconcile({ name: 'asset', keys: { asset: 1 } })
  expect(await firstStep(things, { asset: 'small3001' })).toBe('SEARCH c:things USING INDEX i:things:asset ($.asset=?)')
})

test('statistics that SQLite itself has counted are replaced', async () => {
  const url = temporaryUrl()
  await (await open(url)).insertMany(comments(0, 3_000))
  await reconcile(ASSET, AUTHOR)
  await docstore.collection<Loose>('things').insertMany(comments(1_400, 0))
  await docstore.close()
  {
    using file = new DatabaseSync(url.slice('sqlite:'.length))
    file.exec('ANALYZE')
  }
  const things = await open(url)
  await reconcile(ASSET, AUTHOR)
  expect(await firstStep(things, OF_ONE_AUTHOR)).toBe(BY_AUTHOR)
})

test('documents that were removed, all but a few, are not counted', async () => {
  const things = await open(temporaryUrl())
  await things.insertMany(comments(3_000, 3_000))
  await things.deleteMany({ at: { $gt: 10, $lt: 5_990 } })
  await reconcile(ASSET, AUTHOR, { name: 'tags', keys: { tags: 1 }, multikey: true })
  expect((await explainFind(things, { asset: 'small5995' })).plan).toEqual([
    'SEARCH c:things USING INDEX i:things:asset ($.asset=?)',
  ])
  expect(await things.countDocuments({ asset: 'small5995' })).toBe(1)
})

test('a store that is opened again with the same documents keeps its statistics', async () => {
  const url = temporaryUrl()
  await (await open(url)).insertMany(comments(3_000, 3_000))
  await reconcile(ASSET, AUTHOR)
  const statistics = () => {
    using file = new DatabaseSync(url.slice('sqlite:'.length), { readOnly: true })
    return [file.prepare('PRAGMA schema_version').get(), file.prepare('SELECT * FROM sqlite_stat1').all()]
  }
  const before = statistics()
  await docstore.close()
  const things = await open(url)
  await reconcile(ASSET, AUTHOR)
  await things.insertOne({ asset: 'large', author: 'u1', at: 1 })
  expect(statistics()).toEqual(before)
})

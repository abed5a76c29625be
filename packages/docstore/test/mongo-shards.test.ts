import { type Db, MongoClient } from 'mongodb'
import { afterAll, expect, test } from 'vitest'
import { describeWith, testWith } from '../../../test/needs.ts'
import { connectDocstore, explainFind, type IndexDeclaration } from '../src/index.ts'
import { reconcileIndexes } from '../src/mongo/reconcile.ts'
import { keyIn, onShards, shardKeysIn } from '../src/mongo/shards.ts'
import { startMongo } from './mongo.ts'

const mongo = await startMongo()
afterAll(mongo.stop)

const ROUTER = process.env['PLATFORM_TEST_SHARDED_URL']
const SHARDED = {
  missing: ROUTER ? undefined : 'there is no sharded cluster: set PLATFORM_TEST_SHARDED_URL to one of its routers',
}

const id: IndexDeclaration = { name: 'id', keys: { id: 1 }, unique: true }
const once: IndexDeclaration = { name: 'once', keys: { item: 1, user: 1 }, unique: true }
const newest: IndexDeclaration = { name: 'newest', keys: { at: 1 } }

test('an index that keeps values unique begins with the shard key, and another one finds by the values', () => {
  expect(onShards(id, ['asset', 'id'])).toEqual([
    { name: 'id', keys: { id: 1 } },
    { name: 'id_unique_in_shard_key', keys: { asset: 1, id: 1 }, unique: true },
  ])
  expect(Object.keys(onShards(id, ['asset', 'id'])[1]!.keys)).toEqual(['asset', 'id'])
  expect(Object.keys(onShards(id, ['asset', 'at'])[1]!.keys)).toEqual(['asset', 'at', 'id'])
})

test.each([
  ['of a collection that is not sharded', id, undefined],
  ['that begins with the shard key', once, ['item']],
  ['that is not unique', newest, ['asset']],
])('an index %s is made as it is declared', (_which, declaration, key) => {
  expect(onShards(declaration, key)).toEqual([declaration])
})

// Records as routers of MongoDB 7 and 8 have them.
test.each([
  ['sharded', { key: { asset_id: 1, id: 1 }, unique: false, noBalance: false }, ['asset_id', 'id']],
  ['sharded by a hash', { key: { item_id: 'hashed' }, unique: false }, ['item_id']],
  ['on one shard, and may be moved', { key: { _id: 1 }, unsplittable: true }, undefined],
  ['dropped', { dropped: true, key: { asset_id: 1 } }, undefined],
])('a collection may be %s', (_how, record, key) => {
  expect(keyIn(record)).toEqual(key)
})

/** The database as a router has it, which says that it is one. */
const behindRouter = (database: Db): Db =>
  Object.assign(Object.create(database) as Db, { command: async () => ({ msg: 'isdbgrid' }) })

describeWith(mongo)('what a router says, on MongoDB', () => {
  test('is where the indexes come from, again and again the same, and they refuse what is there twice', async () => {
    const client = await new MongoClient(mongo.url()).connect()
    try {
      const database = client.db(new URL(mongo.url()).pathname.slice(1))
      const known = client.db('config').collection<{ _id: string }>('collections')
      const name = `${database.databaseName}.things`
      await known.insertOne({ _id: name, key: { asset: 1, id: 1 } } as { _id: string })
      const declared = [{ collection: 'things', indexes: [id, newest] }]
      const made = await reconcileIndexes(behindRouter(database), declared, {})
      expect(made.created.map(({ name }) => name)).toEqual(['id', 'id_unique_in_shard_key', 'newest'])
      const again = await reconcileIndexes(behindRouter(database), declared, {})
      expect([again.created, again.replaced, again.dropped]).toEqual([[], [], []])
      const things = database.collection('things')
      await things.insertMany([
        { asset: 'a', id: '1' },
        { asset: 'b', id: '1' },
      ])
      await expect(things.insertOne({ asset: 'a', id: '1' })).rejects.toMatchObject({ code: 11_000 })
      // A collection that is not sharded any more gets its indexes back.
      await known.deleteOne({ _id: name })
      await things.deleteMany({ asset: 'b' })
      const back = await reconcileIndexes(behindRouter(database), declared, {})
      expect([back.replaced, back.dropped].map(list => list.map(({ name }) => name))).toEqual([
        ['id'],
        ['id_unique_in_shard_key'],
      ])
    } finally {
      await client.close()
    }
  })

  test('is not asked of a server that is no router', async () => {
    const client = await new MongoClient(mongo.url()).connect()
    expect(await shardKeysIn(client.db('any'), ['things'])).toEqual(new Map())
    await client.close()
  })
})

testWith(SHARDED)('a sharded collection gets its indexes, and finds by them', async () => {
  const url = new URL(ROUTER!)
  url.pathname = `/test_shards_${process.pid}`
  const client = await new MongoClient(url.href).connect()
  const database = client.db(url.pathname.slice(1))
  const docstore = await connectDocstore(url.href)
  try {
    const namespace = `${database.databaseName}.things`
    await client.db('admin').command({ shardCollection: namespace, key: { asset: 1, id: 1 } })
    await docstore.reconcileIndexes([{ collection: 'things', indexes: [id, newest] }])
    const things = docstore.collection<{ asset: string; id: string }>('things')
    await things.insertOne({ asset: 'a', id: '1' })
    await expect(things.insertOne({ asset: 'a', id: '1' })).rejects.toMatchObject({ code: 11_000 })
    expect((await explainFind(things, { id: '1' })).usesIndex).toBe(true)
  } finally {
    await docstore.close()
    await database.dropDatabase()
    await client.close()
  }
})

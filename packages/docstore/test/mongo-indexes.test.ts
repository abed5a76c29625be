import { MongoClient } from 'mongodb'
import { afterAll, expect, test } from 'vitest'
import { describeWith } from '../../../test/needs.ts'
import { connectDocstore, type Docstore, type IndexDeclaration } from '../src/index.ts'
import { startMongo } from './mongo.ts'

const mongo = await startMongo()
afterAll(mongo.stop)

const before: IndexDeclaration = { name: 'newest', keys: { at: 1 } }
const after: IndexDeclaration = { name: 'newest', keys: { at: 1, id: 1 } }

/** A store, and the keys of the indexes that it has. */
async function open() {
  const url = mongo.url()
  const docstore = await connectDocstore(url)
  const client = await new MongoClient(url).connect()
  const things = client.db(new URL(url).pathname.slice(1)).collection('things')
  return {
    docstore,
    things,
    keys: async () => (await things.listIndexes().toArray()).map(({ key }) => Object.keys(key).join(' ')).sort(),
    async [Symbol.asyncDispose]() {
      await client.close()
      await docstore.close()
    },
  }
}

/** What a server does when it starts. */
const start = (docstore: Docstore, ...indexes: IndexDeclaration[]) =>
  docstore.reconcileIndexes([{ collection: 'things', indexes }], { keepUndeclared: true })

describeWith(mongo)('indexes of servers of two versions, on MongoDB', () => {
  test('stay beside each other while both start, and the former one goes when it is dropped by command', async () => {
    await using store = await open()
    await start(store.docstore, before)
    expect(await start(store.docstore, after)).toMatchObject({
      replaced: [{ name: 'newest' }],
      kept: [{ name: 'newest', isFormer: true }],
    })
    const both = ['_id', 'at', 'at id']
    expect(await store.keys()).toEqual(both)
    for (const declared of [before, after, before, after]) {
      expect(await start(store.docstore, declared)).toMatchObject({ unchanged: [{ name: 'newest' }], replaced: [] })
      expect(await store.keys()).toEqual(both)
    }
    const plan = await store.docstore.reconcileIndexes([{ collection: 'things', indexes: [after] }])
    expect(plan).toMatchObject({ unchanged: [{ name: 'newest' }], dropped: [{ name: 'newest', isFormer: true }] })
    expect(await store.keys()).toEqual(['_id', 'at id'])
  })

  test('are made before the former ones are dropped, so that queries always have one', async () => {
    await using store = await open()
    await start(store.docstore, before)
    const seen: string[][] = []
    const hold = { signal: new AbortController().signal, check: async () => void seen.push(await store.keys()) }
    await store.docstore.reconcileIndexes([{ collection: 'things', indexes: [after] }], { hold })
    expect(seen.length).toBeGreaterThan(2)
    for (const keys of seen) expect(keys).toContainEqual(expect.stringMatching(/^at/))
    expect(await store.keys()).toEqual(['_id', 'at id'])
  })

  test('are replaced at once where the former one would refuse what the new version writes', async () => {
    await using store = await open()
    await start(store.docstore, { name: 'key', keys: { key: 1 }, unique: true })
    await start(store.docstore, { name: 'key', keys: { key: 1, group: 1 } })
    await store.things.insertMany([{ key: 'a' }, { key: 'a' }])
    expect(await store.keys()).toEqual(['_id', 'key group'])
  })

  test('are replaced where the database refuses both, as of two times to live', async () => {
    await using store = await open()
    await start(store.docstore, { name: 'ended', keys: { at: 1 }, expireAfterSeconds: 60 })
    await start(store.docstore, { name: 'ended', keys: { at: 1 }, expireAfterSeconds: 90 })
    const made = (await store.things.listIndexes().toArray()).map(index => index['expireAfterSeconds'])
    expect(made).toContain(90)
  })

  test('that an operator made are used as they are, and stay', async () => {
    await using store = await open()
    await store.things.createIndex({ at: 1, id: 1 }, { name: 'mine' })
    expect(await start(store.docstore, after)).toMatchObject({ unchanged: [{ name: 'newest' }] })
    await store.docstore.reconcileIndexes([{ collection: 'things', indexes: [] }])
    expect(await store.keys()).toEqual(['_id', 'at id'])
  })
})

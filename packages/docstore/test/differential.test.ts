import { afterAll, describe, expect, test } from 'vitest'
import { testWith } from '../../../test/needs.ts'
import { type Collection, type CollectionIndexes, connectDocstore, type Docstore } from '../src/index.ts'
import type { Loose } from './contract/fixture.ts'
import { startMongo } from './mongo.ts'
import { createRandom, type Random } from './random.ts'
import { temporaryUrl } from './temporary.ts'

const declared: CollectionIndexes[] = [
  {
    collection: 'things',
    indexes: [
      { name: 'a', keys: { a: 1, n: -1 } },
      { name: 'b', keys: { b: -1, _id: 1 } },
      { name: 'deep', keys: { 'deep.x': 1, flag: 1 } },
      { name: 'flagged', keys: { n: 1 }, partial: { flag: true } },
      { name: 'high', keys: { n: -1, a: 1 }, partial: { n: { $gt: 1 }, a: { $exists: true } } },
      { name: 'tags', keys: { tags: 1 }, multikey: true },
      { name: 'list', keys: { 'list.k': 1, 'list.v': 1 }, multikey: true },
    ],
  },
]

const opened: Docstore[] = []
const mongo = await startMongo()
afterAll(async () => {
  for (const docstore of opened) await docstore.close()
  await mongo.stop()
})

type Things = Collection<Loose>

async function thingsOf(url: string, indexes: CollectionIndexes[]): Promise<Things> {
  const docstore = await connectDocstore(url)
  opened.push(docstore)
  await docstore.reconcileIndexes(indexes)
  return docstore.collection<Loose>('things')
}

/** Asks both collections the same things, and has them change in the same ways. */
async function expectSame(random: Random, one: Things, other: Things, rounds: number): Promise<void> {
  const documents = random.documents(40)
  for (const things of [one, other]) {
    await things.deleteMany({})
    await things.insertMany(structuredClone(documents))
  }
  for (let round = 0; round < rounds; round += 1) {
    const filter = random.filter()
    const options = { sort: random.sort(), skip: random.below(3), limit: 1 + random.below(9) }
    const asked = async (things: Things): Promise<unknown> => ({
      all: (await things.find(filter).sort({ _id: 1 }).toArray()).map(({ _id }) => _id),
      page: (await things.find(filter, options).toArray()).map(({ _id }) => _id),
      count: await things.countDocuments(filter),
    })
    expect({ filter, options, answer: await asked(one) }).toEqual({ filter, options, answer: await asked(other) })
    if (round % 4 === 0) await expectSameChange(random, one, other)
  }
}

async function expectSameChange(random: Random, one: Things, other: Things): Promise<void> {
  const filter = random.filter()
  const update = random.update()
  const changed = async (things: Things): Promise<unknown> => {
    const result = await things.updateMany(filter, update).catch((error: Error) => error)
    // What the stores say about a refusal differs, that they refuse doesn't.
    const outcome =
      result instanceof Error ? 'refused' : { matched: result.matchedCount, modified: result.modifiedCount }
    return { outcome, documents: result instanceof Error ? [] : await things.find({}).sort({ _id: 1 }).toArray() }
  }
  const before = await one.find({}).toArray()
  expect({ filter, update, ...((await changed(one)) as object) }).toEqual({
    filter,
    update,
    ...((await changed(other)) as object),
  })
  if ((await one.countDocuments({})) !== before.length) throw new Error('an update changed the number of documents')
}

const seeds = [1, 2, 3, 4, 5]

describe('with random documents, filters, sorts and updates', () => {
  test.each(seeds)('indexes change no answer (seed %i)', async seed => {
    const indexed = await thingsOf(temporaryUrl(), declared)
    const plain = await thingsOf(temporaryUrl(), [])
    await expectSame(createRandom(seed), indexed, plain, 150)
  })

  testWith(mongo).each(seeds)('the embedded store answers as MongoDB does (seed %i)', async seed => {
    const embedded = await thingsOf(temporaryUrl(), declared)
    const server = await thingsOf(mongo.url(), [])
    await expectSame(createRandom(seed + 100), embedded, server, 80)
  })
})

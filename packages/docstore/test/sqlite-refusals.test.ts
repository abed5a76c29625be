import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Collection, connectDocstore, type Docstore, type Filter } from '../src/index.ts'
import type { Loose } from './contract/fixture.ts'
import { wrongFilters } from './contract/refusals.ts'
import { temporaryUrl } from './temporary.ts'

const refused = { code: 'DOCSTORE_FILTER_INVALID' }
let docstore: Docstore
let things: Collection<Loose>

beforeEach(async () => {
  docstore = await connectDocstore(temporaryUrl())
  things = docstore.collection<Loose>('things')
})
afterEach(async () => docstore.close())

test('a wrong filter is refused also by a collection that was never written to', async () => {
  for (const [name, filter] of wrongFilters) {
    const attempts = [
      () => things.find(filter).toArray(),
      () => things.findOne(filter),
      () => things.countDocuments(filter),
      () => things.updateOne(filter, { $set: { n: 2 } }, { upsert: true }),
      () => things.deleteMany(filter),
    ]
    for (const attempt of attempts) await expect(attempt(), name).rejects.toMatchObject(refused)
    await expect((async () => things.find(filter).next())(), name).rejects.toMatchObject(refused)
  }
  expect(await things.countDocuments({})).toBe(0)
})

const operands: readonly (readonly [string, unknown])[] = [
  ['a map', new Map([['a', 1]])],
  ['bytes', Buffer.from('x')],
  ['an object of a class', new URL('http://localhost')],
  ['a bigint that no number is', 2n ** 53n + 1n],
  ['a bigint below all numbers', -(2n ** 63n)],
]

test.each(operands)('%s in a filter is refused, with or without an index', async (_name, value) => {
  const indexes = [{ name: 'indexed', keys: { indexed: 1 as const } }]
  await docstore.reconcileIndexes([{ collection: 'things', indexes }])
  await things.insertOne({ _id: 'a', n: 1, indexed: 2 })
  const conditions: Filter<Loose>[] = ['n', 'indexed'].flatMap(path => [
    { [path]: value },
    { [path]: { $ne: value } },
    { [path]: { $in: [1, value] } },
    { [path]: { $gte: value } },
    { [path]: { $not: { $lt: value } } },
    { $nor: [{ [path]: { $eq: [{ x: value }] } }] },
    { $expr: { $ne: [`$${path}`, value] } },
  ])
  for (const filter of conditions) {
    await expect(things.deleteMany(filter)).rejects.toMatchObject(refused)
    await expect(things.aggregate([{ $match: filter }]).toArray()).rejects.toMatchObject(refused)
    await expect(things.aggregate([{ $set: { m: 1 } }, { $match: filter }]).toArray()).rejects.toMatchObject(refused)
  }
  await expect(things.updateOne({}, { $pull: { list: { x: value } } })).rejects.toMatchObject(refused)
  expect(await things.find({}).toArray()).toEqual([{ _id: 'a', n: 1, indexed: 2 }])
})

test('a bigint is found by an index', async () => {
  await docstore.reconcileIndexes([{ collection: 'things', indexes: [{ name: 'n', keys: { n: 1 } }] }])
  await things.insertMany([{ _id: 'a', n: 5 }, { _id: 'b', n: '5' }, { _id: 'c' }])
  const cursor = things.find({ n: { $gte: 5n, $in: [5n, 7n] } })
  expect(await cursor.explain()).toMatchObject({ usesIndex: true, pushedDown: true })
  expect(await cursor.toArray()).toEqual([{ _id: 'a', n: 5 }])
})

test('a wrong update is refused also when no document matches it', async () => {
  const update = { $pop: { list: 2 as 1 } }
  const invalid = { code: 'DOCSTORE_UPDATE_INVALID' }
  await expect(things.updateMany({ _id: 'nobody' }, update)).rejects.toMatchObject(invalid)
  await expect(things.updateOne({ _id: 'a' }, { $bit: { n: { or: 2 ** 60 } } })).rejects.toMatchObject(invalid)
})

test('a wrong projection is refused before the document is changed that it would return', async () => {
  await things.insertOne({ _id: 'a', n: 1, list: [1] })
  for (const projection of [{ n: 1, list: 0 }, { n: 1, 'n.m': 1 }, { 'list.$': 1 }]) {
    const name = JSON.stringify(projection)
    await expect(things.findOneAndUpdate({ n: 1 }, { $set: { n: 2 } }, { projection }), name).rejects.toThrow()
    await expect(things.findOneAndDelete({ n: 1 }, { projection }), name).rejects.toThrow()
  }
  expect(await things.find({}).toArray()).toEqual([{ _id: 'a', n: 1, list: [1] }])
})

test('an element that a change took away is not among the results, and the change is made', async () => {
  await things.insertOne({ _id: 'a', list: [1, 2] })
  const options = { projection: { 'list.$': 1 }, returnDocument: 'after' } as const
  expect(await things.findOneAndUpdate({ list: 2 }, { $pull: { list: 2 } }, options)).toEqual({ _id: 'a', list: [] })
  expect(await things.findOne({})).toEqual({ _id: 'a', list: [1] })
})

test('a document of many short values is refused when they are more than 16 MiB in MongoDB', async () => {
  const invalid = { code: 'DOCSTORE_DOCUMENT_INVALID' }
  const zeros = Array.from({ length: 1_500_000 }, () => 0)
  await expect(things.insertOne({ _id: 'a', zeros })).rejects.toMatchObject(invalid)
  await things.insertOne({ _id: 'b', text: '\n'.repeat(12_000_000) })
  expect(await things.countDocuments({})).toBe(1)
})
